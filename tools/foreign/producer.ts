import { OutsideError, untranslated } from '#libs/errors';

/** What a producer reads. All files have the numbered frames and tones of provider-sim. */
export interface ProducerMedia {
  /** H.264 with B-frames and AAC, in MP4. */
  readonly file: string;
  /** The same content without B-frames, as a camera or a low-latency encoder sends it. */
  readonly camera: string;
  readonly seconds: number;
}

/** Resources for one run of a producer. */
export interface ProducerPlace {
  /** Empty folder of the run. Every user may write to it. */
  readonly folder: string;
  /** Address of a web server over that folder, with a slash at its end. */
  readonly folderUrl: string;
  readonly media: ProducerMedia;
}

/** A producer that streams. */
export interface RunningProducer {
  /** Address of its playlist. */
  readonly url: string;
  /** Resolves when it has sent its last frame. Its server continues to answer until `stop`. */
  readonly ended: Promise<unknown>;
  /** Last lines of its programs, for the report of a failure. */
  lastOutput(): string;
  stop(): Promise<void>;
}

/** Third-party software with one set of options that makes live HLS. */
export interface Producer {
  readonly id: string;
  /** What is special about its playlist or its media. */
  readonly about: string;
  /** Whether the short set contains it, a stage of `npm test`: set-up installs its programs, or PyPI has them. */
  readonly isShort: boolean;
  /**
   * Whether it lists each frame of the source long enough for any reader. Others begin later or keep the last frames to
   * themselves.
   */
  readonly listsAll: boolean;
  /**
   * Whether each reader has a session of its own, whose audio and video have their own offset. Recordings of three ffmpeg
   * from one go2rtc differ by up to 40 ms.
   */
  readonly clockPerReader?: boolean;
  /**
   * Finds, installs or builds its programs.
   * @throws MissingProgram: when one of them is not available
   */
  prepare(): Promise<unknown>;
  start(place: ProducerPlace): Promise<RunningProducer>;
}

/** A program is not available. The message says how to install it. */
export class MissingProgram extends OutsideError {
  constructor(reason: string) {
    super(untranslated('missing-program', reason));
  }
}
