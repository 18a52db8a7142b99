#pragma once
/* libdrm, and what Swift cannot import of it: function-like macros (request
   numbers) and fixed arrays (names come as tuples of 32). */
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <linux/netlink.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

/* The arrays go to the kernel as they are: drmModeAtomicCommit would allocate
   and sort a copy for every frame. */
static inline int vitrine_drm_atomic(int fd, uint32_t flags, uint32_t objects, const uint32_t *object,
                                     const uint32_t *count, const uint32_t *property, const uint64_t *value,
                                     uint64_t user_data) {
  struct drm_mode_atomic request;
  memset(&request, 0, sizeof request);
  request.flags = flags;
  request.count_objs = objects;
  request.objs_ptr = (uint64_t)(uintptr_t)object;
  request.count_props_ptr = (uint64_t)(uintptr_t)count;
  request.props_ptr = (uint64_t)(uintptr_t)property;
  request.prop_values_ptr = (uint64_t)(uintptr_t)value;
  request.user_data = user_data;
  return drmIoctl(fd, DRM_IOCTL_MODE_ATOMIC, &request) < 0 ? -errno : 0;
}

/* Lets go of a framebuffer and leaves its picture on the glass: Linux 6.8 and later. */
static inline int vitrine_drm_close_framebuffer(int fd, uint32_t framebuffer) {
  struct {
    uint32_t fb_id;
    uint32_t pad;
  } request = {framebuffer, 0};
  return drmIoctl(fd, DRM_IOWR(0xD0, request), &request) < 0 ? -errno : 0;
}

static inline const char *vitrine_drm_mode_name(const drmModeModeInfo *mode) { return mode->name; }
static inline void vitrine_drm_set_mode_name(drmModeModeInfo *mode, const char *name) {
  strncpy(mode->name, name, DRM_DISPLAY_MODE_LEN - 1);
}
static inline const char *vitrine_drm_property_name(const drmModePropertyRes *property) { return property->name; }
static inline const char *vitrine_drm_enum_name(const struct drm_mode_property_enum *value) { return value->name; }
static inline int vitrine_drm_page_flip(int fd, uint32_t crtc, uint32_t framebuffer, uint32_t flags, uint64_t user_data) {
  return drmModePageFlip(fd, crtc, framebuffer, flags, (void *)(uintptr_t)user_data);
}

/* Offsets of dumb buffers lie above 4 GB on 32-bit machines too. */
extern void *mmap64(void *, size_t, int, int, int, __off64_t);
static inline void *vitrine_drm_map(int fd, size_t length, uint64_t offset) {
  void *address = mmap64(0, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (__off64_t)offset);
  return address == MAP_FAILED ? 0 : address;
}
