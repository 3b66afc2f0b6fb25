import { useCallback } from 'react';
import { type PlayerCommand } from './key-command.js';
import { runCommand } from './run-command.js';
import { useLatest } from './use-latest.js';
import { usePlayerKeys } from './use-player-keys.js';

interface Around {
  /** s */
  readonly length: number;
  readonly stage: HTMLElement | null;
  readonly onChat: () => void;
}

/** What buttons do to the video, for as long as there is one; the keys of the page do the same. */
export function useCommands(
  video: HTMLVideoElement | null,
  { length, stage, onChat }: Around,
): (command: PlayerCommand) => void {
  const latestOnChat = useLatest(onChat);
  const run = useCallback(
    (command: PlayerCommand) => {
      if (video !== null) runCommand(command, video, { length, stage, onChat: latestOnChat });
    },
    [video, length, stage, latestOnChat],
  );
  usePlayerKeys(run);
  return run;
}
