import { expect, type Locator, type Page } from '@playwright/test';

/** What we read of a `<video>`; these files know no DOM types. */
interface Video {
  currentTime: number;
  readonly duration: number;
  readonly ended: boolean;
  readonly videoWidth: number;
  readonly seekable: { readonly length: number; end: (at: number) => number };
  readonly error: { readonly message: string } | null;
}

export interface VideoFacts {
  readonly time: number;
  readonly duration: number;
  readonly ended: boolean;
  readonly width: number;
  readonly seekableEnd: number;
  readonly error: string;
}

/** The player of a VOD's page, used as a viewer does. */
export class WatchedVideo {
  private readonly video: Locator;

  constructor(private readonly page: Page) {
    this.video = page.locator('.player video');
  }

  /** The browser wants a click before there is sound. */
  async play(): Promise<void> {
    await expect
      .poll(async () => (await this.facts()).duration, { message: 'length of what plays' })
      .toBeGreaterThan(0);
    const start = this.page.locator('.player-start');
    if (await start.isVisible()) await start.click();
  }

  facts(): Promise<VideoFacts> {
    return this.video.evaluate((element): VideoFacts => {
      const video = element as unknown as Video;
      const { seekable } = video;
      return {
        time: video.currentTime,
        duration: video.duration,
        ended: video.ended,
        width: video.videoWidth,
        seekableEnd: seekable.length > 0 ? seekable.end(seekable.length - 1) : 0,
        error: video.error?.message ?? '',
      };
    });
  }

  /** Moves by at least two seconds of picture from where it is. */
  async expectMoving(): Promise<void> {
    const { time } = await this.facts();
    await expect
      .poll(async () => (await this.facts()).time, { message: 'position', timeout: 30_000 })
      .toBeGreaterThan(time + 2);
    expect(await this.facts()).toMatchObject({ width: 320, error: '' });
  }

  async expectGrowing(): Promise<void> {
    const { seekableEnd } = await this.facts();
    await expect
      .poll(async () => (await this.facts()).seekableEnd, { message: 'end of what can be seen', timeout: 30_000 })
      .toBeGreaterThan(seekableEnd + 1.5);
  }

  seek(seconds: number): Promise<void> {
    return this.video.evaluate((element, to) => {
      (element as unknown as Video).currentTime = to;
    }, seconds);
  }
}
