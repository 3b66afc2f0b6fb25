import { expect, type Locator, type Page } from '@playwright/test';

/** The used properties of a `<video>`; these files have no DOM types. */
interface Video {
  currentTime: number;
  playbackRate: number;
  readonly duration: number;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly videoWidth: number;
  readonly seekable: { readonly length: number; end: (at: number) => number };
  readonly error: { readonly message: string } | null;
  /** Chromium only. */
  readonly webkitAudioDecodedByteCount: number;
}

export interface VideoStatus {
  readonly time: number;
  readonly rate: number;
  readonly duration: number;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly width: number;
  readonly seekableEnd: number;
  readonly error: string;
  readonly audioBytes: number;
}

/** Uses the player of a VOD's page like a viewer. */
export class PlayerDriver {
  private readonly video: Locator;

  constructor(private readonly page: Page) {
    this.video = page.locator('.player video');
  }

  /** The browser requires a click before it plays sound. */
  async play(): Promise<void> {
    await expect
      .poll(async () => (await this.status()).duration, { message: 'length of what plays' })
      .toBeGreaterThan(0);
    // The button appears shortly after the length. It does not appear if the browser plays by itself.
    const start = this.page.locator('.player-start');
    await expect(async () => {
      if (await start.isVisible()) await start.click({ timeout: 1000 });
      expect((await this.status()).paused, 'paused').toBe(false);
    }).toPass({ timeout: 20_000 });
  }

  status(): Promise<VideoStatus> {
    return this.video.evaluate((element): VideoStatus => {
      const video = element as unknown as Video;
      const { seekable } = video;
      return {
        time: video.currentTime,
        rate: video.playbackRate,
        duration: video.duration,
        paused: video.paused,
        ended: video.ended,
        width: video.videoWidth,
        seekableEnd: seekable.length > 0 ? seekable.end(seekable.length - 1) : 0,
        error: video.error?.message ?? '',
        audioBytes: video.webkitAudioDecodedByteCount,
      };
    });
  }

  /** Expects at least two seconds of playback from the current position. */
  async expectMoving(): Promise<void> {
    const { time } = await this.status();
    await expect
      .poll(async () => (await this.status()).time, { message: 'position', timeout: 30_000 })
      .toBeGreaterThan(time + 2);
    expect(await this.status()).toMatchObject({ width: 320, error: '' });
  }

  async expectGrowing(): Promise<void> {
    const { seekableEnd } = await this.status();
    await expect
      .poll(async () => (await this.status()).seekableEnd, { message: 'end of what can be seen', timeout: 30_000 })
      .toBeGreaterThan(seekableEnd + 1.5);
  }

  setRate(rate: number): Promise<void> {
    return this.video.evaluate((element, to) => {
      (element as unknown as Video).playbackRate = to;
    }, rate);
  }

  seek(seconds: number): Promise<void> {
    return this.video.evaluate((element, to) => {
      (element as unknown as Video).currentTime = to;
    }, seconds);
  }
}
