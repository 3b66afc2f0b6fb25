import { OutsideError } from '#libs/errors';
import { start, type Start } from './start.js';

/** More than any answer of a short command; a program that says more is not a short command. */
const MAX_CHARACTERS = 10_000_000;

/**
 * Runs a short command and gives its stdout, trimmed at the end.
 * @throws OutsideError `command-failed` - it could not start, exited non-zero or said more than 10 million characters;
 *   `data.stderr` holds its last lines
 * @throws the signal's reason - aborted
 */
export async function output(command: Start): Promise<string> {
  const child = start(command);
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > MAX_CHARACTERS) child.stdout.destroy();
  }
  const end = await child.ended;
  command.signal.throwIfAborted();
  if (!end.ok || text.length > MAX_CHARACTERS) {
    const why = end.neverRan ? 'could not be started' : `ended with ${end.killedBy ?? String(end.code)}`;
    throw new OutsideError('command-failed', `${command.file} ${why}: ${end.stderr.at(-1) ?? 'it said nothing'}`, {
      data: { stderr: end.stderr },
    });
  }
  return text.trimEnd();
}
