import { rm, writeFile } from 'node:fs/promises';
import { objectKeys, type Vod } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { openStorage } from '#libs/storage';
import { checkRecording } from '../../../provider-sim/frames/index.js';
import { STORAGES } from '../../scenario.js';
import { GivenUp, until } from '../../../common/until.js';
import { settingsOf, type Env } from '../../verdict/stored-files.js';
import type { Operation, OperationEnvironment } from '../operation.js';
import { videoOf } from '../operation-channels.js';
import { asText, requireThat, waitForJob } from './blocked-operation.js';

const BEGIN_MS = 60_000;
const END_MS = 240_000;
const READ_MS = 60_000;
/** The site serves the segments (10 s each) from this one on slowly. */
const SLOW_FROM = 3;
const SLOW_BYTES_PER_S = 20_000;
/** The audio of the last segment may end one frame early. */
const END_TOLERANCE_MS = 100;

type Begun = Awaited<ReturnType<OperationEnvironment['api']['download']>>;

/** Checks that the download is one file, fetched like any other, with every frame of the video exactly once. */
async function concludeDownload(environment: OperationEnvironment, { job, vod: uuid }: Begun): Promise<void> {
  const { api, sim, signal, say } = environment;
  await waitForJob(environment, job);
  const vod = await until(
    'the downloaded VOD is finished',
    { signal, limitMs: END_MS },
    async (): Promise<Vod | null> => {
      const found = await api.vod(uuid);
      if (found.state === 'failed') throw new GivenUp(`the VOD failed: ${found.state_reason}`);
      return found.state === 'finalized' && found.files.length > 0 ? found : null;
    },
  );
  const log = sim.videoLog(videoOf(environment.channel));
  if (log === null)
    throw new OutsideError(untranslated('no-channel', `the sim has no video of ${environment.channel}`));
  // The next scenario of this installation may kill the api at this moment.
  const report = await until('the file is read', { signal, limitMs: READ_MS }, () =>
    checkRecording([`${api.url}${vod.files[0]?.url ?? ''}`], log, { minReachMs: 0, endToleranceMs: END_TOLERANCE_MS }),
  );
  const { frames } = report;
  say(`found: ${String(frames.got)} of ${String(frames.expected)} frames`);
  requireThat(
    report.ok,
    `the file is not the video: ${JSON.stringify({ ...frames, tones: report.tones })}`.slice(0, 600),
  );
  requireThat(vod.files.length === 1, `${String(vod.files.length)} files instead of one`);
}

async function storedSegments(env: Env, vod: string): Promise<number> {
  const storage = await openStorage(settingsOf(env));
  try {
    let segments = 0;
    for await (const { key } of storage.list(objectKeys.parts(vod))) if (key.includes('/s/')) segments += 1;
    return segments;
  } finally {
    await storage.close();
  }
}

export const download: Operation = {
  name: 'download',
  about: 'a video is downloaded; half of it is stored',
  storage: STORAGES,
  vods: 0,
  videoS: 60,
  begin: async (environment) => {
    const { api, sim, channel, channelUuid, signal } = environment;
    sim.act(channel, { do: 'fault', on: 'segment', mode: 'slow', fromSeq: SLOW_FROM, bytesPerS: SLOW_BYTES_PER_S });
    const begun = await api.download(channelUuid, videoOf(channel));
    const evidence = await until('half of the video is stored', { signal, limitMs: BEGIN_MS }, async () => {
      const job = await api.job(begun.job);
      if (job?.status === 'ERROR' || job?.status === 'STOPPED')
        throw new GivenUp(`${asText(job)} before the fault: ${job.error ?? ''}`);
      const segments = await storedSegments(environment.installation.env, begun.vod);
      return (
        job?.status === 'RUNNING' && segments >= SLOW_FROM && `${asText(job)}, ${String(segments)} segments are stored`
      );
    });
    return {
      evidence,
      release: () => {
        sim.act(channel, { do: 'clear' });
        return Promise.resolve();
      },
      conclude: () => concludeDownload(environment, begun),
    };
  },
};

export const remux: Operation = {
  name: 'remux',
  about: 'a downloaded video is converted into its file',
  storage: STORAGES,
  vods: 0,
  videoS: 30,
  begin: async (environment) => {
    const { api, channel, channelUuid, signal, slowFile } = environment;
    await writeFile(slowFile, '');
    const release = (): Promise<void> => rm(slowFile, { force: true });
    environment.cleaning.defer(release);
    const begun = await api.download(channelUuid, videoOf(channel));
    const evidence = await until('its file is being created', { signal, limitMs: BEGIN_MS }, async () => {
      const job = (await api.jobs()).find(({ kind, vod_uuid: vod }) => kind === 'convert' && vod === begun.vod);
      if (job?.status === 'ERROR' || job?.status === 'STOPPED')
        throw new GivenUp(`${asText(job)} before the fault: ${job.error ?? ''}`);
      return job?.status === 'RUNNING' && job.progress > 0 && asText(job);
    });
    return { evidence, release, conclude: () => concludeDownload(environment, begun) };
  },
};
