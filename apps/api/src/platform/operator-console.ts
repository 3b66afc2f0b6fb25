/**
 * Shows lines on the operator's console. `npm start` keeps the output of its services in files, so it gets the lines as
 * a message (tools/supervisor/console-lines.ts); elsewhere, stdout is the container's log.
 */
export function printToConsole(lines: readonly string[]): void {
  if (process.connected && process.send) process.send({ consoleLines: lines }, undefined, undefined, () => undefined);
  else process.stdout.write(`${lines.join('\n')}\n`);
}
