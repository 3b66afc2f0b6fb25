import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Reads the first line of standard input without showing it on a terminal. Returns '' if the input has no line. */
export async function readSecretLine(input: NodeJS.ReadStream, prompt: string): Promise<string> {
  const isTerminal = input.isTTY;
  if (isTerminal) process.stderr.write(prompt);
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const lines = createInterface({ input, output: nowhere, terminal: isTerminal });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
}
