import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type LiveAnswer } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { broadcastOf } from '../persistence/entities/stream-id.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { WriteGates } from '../space/write-gates.js';
import { rootTitle } from '../space/space-notices.js';
import { VodWriter } from '../vods/vod-writer.js';
import { LiveStatusHandler } from './live-status-handler.js';
import { LiveStatusProbe } from './live-status-probe.js';
import { StreamIds } from './stream-ids.js';

const REQUEST_MS = 20_000;

/**
 * Records the current stream on request of the operator, regardless of the rules and of an earlier stop.
 */
@Injectable()
export class ForcedRecording {
  constructor(
    private readonly probe: LiveStatusProbe,
    private readonly statusHandler: LiveStatusHandler,
    private readonly streamIds: StreamIds,
    private readonly channels: ChannelRepository,
    private readonly vods: VodRepository,
    private readonly writer: VodWriter,
    private readonly gates: WriteGates,
  ) {}

  /** @throws UserError `no-live-stream` (400): offline, or its status is unknown; `already-recording`,
   * `no-room` (409) */
  async start(channel: ChannelEntity): Promise<void> {
    const answer = await this.probe.check(channel, AbortSignal.timeout(REQUEST_MS));
    if (answer.state !== 'live')
      throw new UserError(
        answer.state === 'offline'
          ? message('error.no-live-stream')
          : message('error.no-live-stream.reason', { reason: answer.reason }),
      );
    const streamId = answer.streamId ?? (await this.streamIds.of(channel));
    await this.refuseIfRecording(channel, streamId);
    const full = this.gates.fullRoot();
    if (full !== null) throw new UserError(message('error.no-room', { root: rootTitle(full) }), { status: 409 });
    await this.channels.forceStream(channel.uuid, streamId);
    await this.reopenStopped(channel.uuid, streamId);
    await this.statusHandler.handleForced(channel.uuid, { ...answer, streamId } satisfies LiveAnswer);
  }

  private async refuseIfRecording({ uuid, displayName }: ChannelEntity, streamId: string): Promise<void> {
    const vod = (await this.vods.assignedOf(uuid)).find((v) => broadcastOf(v.streamId) === streamId);
    if (!vod) return;
    throw new UserError(
      vod.state === 'waiting'
        ? message('error.already-recording.queued', { name: displayName, reason: vod.stateReason ?? '' })
        : message('error.already-recording', { name: displayName }),
      { status: 409 },
    );
  }

  /** Removes the stop mark from VODs of this broadcast. */
  private async reopenStopped(channelUuid: string, streamId: string): Promise<void> {
    for (const { uuid, streamId: vodStreamId } of await this.vods.abortedOf(channelUuid)) {
      if (broadcastOf(vodStreamId) !== streamId) continue;
      await this.writer.update(uuid, (vod) => {
        const { aborted: _, ...rest } = vod.facts;
        vod.facts = rest;
        return true;
      });
    }
  }
}
