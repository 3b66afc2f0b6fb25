import { z } from 'zod';
import { ChannelStage, StageKind, VodStage } from '../entities/vod-stage.js';
import { ChannelRef, defineRoute, NoBody, Uuid } from './route.js';

export const listVodStages = defineRoute({
  method: 'GET',
  path: '/api/v0/vod/:uuid/stages',
  level: 'admin',
  summary: 'What follows the recording of a VOD, with state, log and result of each stage',
  params: Uuid,
  data: z.array(VodStage),
  errors: { 'vod-missing': 404 },
});
/** Also a stage that the channel does not want, or of a VOD that had none. The stages after it run again. */
export const restartVodStage = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/stages/:kind/restart',
  level: 'admin',
  summary: 'Run a stage and all stages after it again',
  params: Uuid.extend({ kind: StageKind }),
  body: NoBody,
  errors: { 'vod-missing': 404, 'vod-capturing': 409, 'stage-running': 409 },
});
export const listChannelStages = defineRoute({
  method: 'GET',
  path: '/api/v0/channels/:uuid/stages',
  level: 'admin',
  summary: 'What follows the recordings of a channel: its own choices, and what it inherits',
  params: ChannelRef,
  data: z.array(ChannelStage),
  errors: { 'channel-missing': 404 },
});
