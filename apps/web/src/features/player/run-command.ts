import { type PlayerCommand } from './key-command.js';

const clamp = (n: number, low: number, high: number): number => Math.min(high, Math.max(low, n));

/**
 * Does to a video what a key or button asked for. `length` in seconds: a growing video's own duration may be infinite.
 */
export function runCommand(
  command: PlayerCommand,
  video: HTMLVideoElement,
  {
    length,
    stage,
    onChat,
  }: { readonly length: number; readonly stage: HTMLElement | null; readonly onChat: () => void },
): void {
  switch (command.do) {
    case 'toggle':
      toggle(video);
      break;
    case 'mute':
      video.muted = !video.muted;
      break;
    case 'fullscreen':
      void toggleFullscreen(stage);
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
      /* nothing to play yet; the overlay says so */
    });
  else video.pause();
}

async function toggleFullscreen(stage: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement !== null) await document.exitFullscreen();
  else await stage?.requestFullscreen();
}
