import { type GateState, sealLimit } from '#libs/domain';
import { type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { type NewNotice, Notices } from '../platform/notices.service.js';
import { type RootName } from './root-spaces.js';

const GB = 1_000_000_000;
/** A past fault that began longer ago was reported by the API that led then. */
const MAX_AGE_MS = 600_000;

type Fault = 'full' | 'read-only';
interface Gate {
  readonly name: RootName;
  readonly state: GateState;
  readonly limit: number;
}
interface Episode {
  /** Fault of the open notice; null: none; `unknown`: this API has not read it yet. */
  raised: Fault | 'unknown' | null;
  /** A fault that no notice reports yet, and when it began: the database may be away. */
  unreported: { readonly gate: Gate; readonly since: number } | null;
}

export const rootTitle = (name: RootName): Message => message(`space.root.${name}`);
const gigabytes = (bytes: number): string => `${(bytes / GB).toFixed(bytes < GB / 10 ? 3 : 1)} GB`;

/**
 * One notice for each disk that is almost full or read-only, resolved when it is not any more. A fault that begins and
 * ends while the database is away is reported afterwards.
 */
@Injectable()
export class SpaceNotices {
  private readonly episodes = new Map<RootName, Episode>();

  constructor(private readonly notices: Notices) {}

  /** Remembers the fault of a disk; needs no database. */
  observe(gate: Gate): void {
    const episode = this.episodeOf(gate.name);
    const fault = faultOf(gate.state);
    if (fault !== null && fault !== episode.raised) episode.unreported ??= { gate, since: performance.now() };
  }

  /** Raises and resolves what {@link observe} found. Repeatable. */
  async apply({ name, state }: Gate): Promise<void> {
    const episode = this.episodeOf(name);
    if (episode.raised === 'unknown') {
      const isOpen = await this.notices.isOpen(keyOf(name));
      episode.raised = isOpen ? (faultOf(state) ?? 'full') : null;
      if (isOpen) episode.unreported = null;
    }
    const { unreported } = episode;
    if (unreported !== null) {
      const isOld = faultOf(state) === null && performance.now() - unreported.since > MAX_AGE_MS;
      if (!isOld) {
        await this.notices.raise(noticeOf(unreported.gate));
        episode.raised = faultOf(unreported.gate.state);
      }
      episode.unreported = null;
    }
    if (faultOf(state) !== null || episode.raised === null) return;
    await this.notices.resolve(keyOf(name));
    episode.raised = null;
  }

  private episodeOf(name: RootName): Episode {
    const episode = this.episodes.get(name) ?? { raised: 'unknown', unreported: null };
    this.episodes.set(name, episode);
    return episode;
  }
}

const keyOf = (name: RootName): string => `low-space:${name}`;
const faultOf = (state: GateState): Fault | null =>
  state === 'open' ? null : state === 'read-only' ? 'read-only' : 'full';

/** The text has no number that changes, so that a long fault stays one notice. */
function noticeOf({ name, state, limit }: Gate): NewNotice {
  const root = rootTitle(name);
  const common = { key: keyOf(name), kind: 'low-space', level: 'error' } as const;
  if (state === 'read-only')
    return {
      ...common,
      title: message('notice.low-space.read-only-title', { root }),
      text: message('notice.low-space.read-only-text'),
    };
  return {
    ...common,
    title: message('notice.low-space.title', { root }),
    text:
      name === 'storage'
        ? message('notice.low-space.storage-text', { limit: gigabytes(limit), seal: gigabytes(sealLimit(limit)) })
        : message('notice.low-space.text', { limit: gigabytes(limit) }),
  };
}
