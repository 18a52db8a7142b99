import CLinux
import CRescue
import Glibc
import Service

/// Dies in the way its first argument says, with the handlers armed on the directory of the second.
func die(_ way: String, in directory: String) {
  _ = CrashNote.arm(directory: directory)
  switch way {
  case "memory": touchInvalidMemory()
  case "check": preconditionFailure("on purpose")
  case "abort": abort()
  case "sent": kill(getpid(), SIGABRT)
  case "stack": exit(Int32(truncatingIfNeeded: recurse(0)))
  case "thread":
    var thread = pthread_t()
    unsafe pthread_create(
      &thread, nil,
      { _ in
        _ = unsafe pthread_setname_np(pthread_self(), "dying")
        _ = rescue_stack()
        touchInvalidMemory()
        return nil
      }, nil)
    pthread_join(thread, nil)
  case "twice":
    let note = "signal 11\ntime 5\naddress 0\nthread main\n"
    let descriptor = unsafe open(directory + "/crash", O_WRONLY)
    _ = unsafe write(descriptor, note, note.utf8.count)
    guard CrashNote.arm(directory: directory)?.time == 5, CrashNote.arm(directory: directory) == nil else { abort() }
  default: break
  }
}

/// Uses up the stack: what each call keeps is needed after the next one.
@inline(never)
func recurse(_ depth: Int) -> Int {
  guard depth < .max else { return 0 }
  let block = InlineArray<64, Int>(repeating: depth)
  return recurse(depth + 1) + block[depth & 63]
}

/// Writes where nothing is.
func touchInvalidMemory() { unsafe UnsafeMutablePointer<Int>(bitPattern: 0x10)!.pointee = 1 }

die(CommandLine.arguments[1], in: CommandLine.arguments[2])
