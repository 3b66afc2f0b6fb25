import { stat } from 'node:fs';

const CHECK_INTERVAL_MS = 5000;

/**
 * Reports changes of a file while a program writes it without output: moving the index of a long mp4 to its front takes
 * minutes, in which ffmpeg reports nothing.
 */
export function watchFile(path: string, onChange: () => void): Disposable {
  let last = '';
  const check = (): void => {
    stat(path, (error, found) => {
      if (error) return;
      const now = `${String(found.size)} ${String(found.mtimeMs)}`;
      if (now !== last) onChange();
      last = now;
    });
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
    },
  };
}
