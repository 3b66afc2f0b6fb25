/** Whether a process with this number exists on this machine. */
export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    // The process exists, but belongs to another user.
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}
