import CDRM
import Glibc

extension VideoMode {
  init(_ info: drmModeModeInfo) {
    var info = info
    self.init(
      clock: info.clock,
      horizontal: Timing(
        active: info.hdisplay, syncStart: info.hsync_start, syncEnd: info.hsync_end, total: info.htotal),
      vertical: Timing(
        active: info.vdisplay, syncStart: info.vsync_start, syncEnd: info.vsync_end, total: info.vtotal),
      horizontalSkew: info.hskew, linesPerLine: info.vscan, claimedRefresh: info.vrefresh, flags: info.flags,
      type: info.type, name: unsafe String(cString: vitrine_drm_mode_name(&info)))
  }

  var info: drmModeModeInfo {
    var info = drmModeModeInfo()
    info.clock = clock
    info.hdisplay = horizontal.active
    info.hsync_start = horizontal.syncStart
    info.hsync_end = horizontal.syncEnd
    info.htotal = horizontal.total
    info.hskew = horizontalSkew
    info.vdisplay = vertical.active
    info.vsync_start = vertical.syncStart
    info.vsync_end = vertical.syncEnd
    info.vtotal = vertical.total
    info.vscan = linesPerLine
    info.vrefresh = claimedRefresh
    info.flags = flags
    info.type = type
    unsafe vitrine_drm_set_mode_name(&info, name)
    return info
  }
}
