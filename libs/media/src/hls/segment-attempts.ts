import { message } from '#libs/messages';
import { HttpError } from '../http/http-port.js';
import { type ListedSegment } from '../playlist/window-tracker.js';
import { type FetchedSegment, type FetchPorts, fetchSegment, type FetchTiming } from './fetch-segment.js';

/** Open attempts at segments whose answers have not begun. */
export class SegmentAttempts {
  private readonly silent = new Set<AbortController>();
  private readonly reasons = new WeakSet();

  constructor(private readonly ports: FetchPorts) {}

  /** @throws as {@link fetchSegment} */
  async fetch(item: ListedSegment, timing: FetchTiming): Promise<FetchedSegment> {
    const attempt = new AbortController();
    const signal = AbortSignal.any([timing.signal, attempt.signal]);
    const onHead = (): void => {
      this.silent.delete(attempt);
    };
    this.silent.add(attempt);
    try {
      return await fetchSegment(item, this.ports, { ...timing, signal, onHead });
    } finally {
      this.silent.delete(attempt);
    }
  }

  /** A server that was away answers new requests, but perhaps never those that it got meanwhile: these fail. */
  endSilent(): void {
    for (const attempt of this.silent) {
      const reason = new HttpError(message('error.http-timeout'));
      this.reasons.add(reason);
      attempt.abort(reason);
    }
  }

  /** Whether the attempt was ended by {@link SegmentAttempts.endSilent}. */
  wasEnded(failed: unknown): boolean {
    return failed instanceof HttpError && this.reasons.has(failed);
  }
}
