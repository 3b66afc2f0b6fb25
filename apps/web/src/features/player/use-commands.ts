import { useCallback, useEffect, useRef } from 'react';
import { clamp } from '../../lib/clamp.js';
import { commandOf, type PlayerCommand, pressedOn } from './key-command.js';

interface Around {
  /** s */
  readonly length: number;
  readonly frame: HTMLElement | null;
  readonly onChat: () => void;
}

/** Returns a function that runs the commands of buttons; the page's keys run the same commands. */
export function useCommands(
  video: HTMLVideoElement | null,
  { length, frame, onChat }: Around,
): (command: PlayerCommand) => void {
  const latestOnChat = useLatest(onChat);
  const run = useCallback(
    (command: PlayerCommand) => {
      if (video !== null) runCommand(command, video, { length, frame, onChat: latestOnChat });
    },
    [video, length, frame, latestOnChat],
  );
  usePlayerKeys(run);
  return run;
}

/** A stable function that calls the latest `call`. */
function useLatest(call: () => void): () => void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  }, [call]);
  return useCallback(() => {
    latest.current();
  }, []);
}

/** Handles keys of the whole page while a player is mounted. */
function usePlayerKeys(run: (command: PlayerCommand) => void): void {
  useEffect(() => {
    const onKey = (e: KeyboardEvent): void => {
      const command = e.defaultPrevented ? null : commandOf(e, pressedOn(e.target));
      if (command === null) return;
      e.preventDefault();
      run(command);
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [run]);
}

/** Runs a command of a key or button. `length` in seconds, because the duration of a growing video may be infinite. */
function runCommand(
  command: PlayerCommand,
  video: HTMLVideoElement,
  {
    length,
    frame,
    onChat,
  }: { readonly length: number; readonly frame: HTMLElement | null; readonly onChat: () => void },
): void {
  switch (command.do) {
    case 'toggle':
      toggle(video);
      break;
    case 'mute':
      video.muted = !video.muted;
      break;
    case 'fullscreen':
      void toggleFullscreen(frame);
      break;
    case 'chat':
      onChat();
      break;
    case 'start':
      video.currentTime = 0;
      break;
    case 'end':
      video.currentTime = Math.max(0, length - 1);
      break;
    case 'seek':
      video.currentTime = clamp(video.currentTime + command.by, 0, Math.max(0, length - 0.5));
      break;
    case 'share':
      video.currentTime = command.of * length;
      break;
    case 'volume':
      video.volume = clamp(video.volume + command.by, 0, 1);
      video.muted = false;
      break;
  }
}

function toggle(video: HTMLVideoElement): void {
  if (video.paused)
    video.play().catch(() => {
      /* nothing to play yet; the overlay shows this */
    });
  else video.pause();
}

async function toggleFullscreen(frame: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement !== null) await document.exitFullscreen();
  else await frame?.requestFullscreen();
}
