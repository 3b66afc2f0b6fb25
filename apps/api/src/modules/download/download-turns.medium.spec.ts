import 'reflect-metadata';
import { type JobTry, PULSES, type videoDownloadJob } from '#libs/contracts';
import { english, type Message, verbatim } from '#libs/messages';
import { Keyring } from '#libs/service-kit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AccountVault } from '../../sites/account-vault.js';
import { eventually } from '../../testing/test-app.js';
import { aVideo, DownloadTestApp } from '../../testing/download-test-app.js';
import { type JobCommand } from '../../testing/fake-worker.js';
import { onTwitch } from '../../testing/twitch-test-app.js';
import { JobDispatcher } from '../../jobs/job-dispatcher.js';
import { SOURCE_PURPOSE } from '../../sites/source-credentials.js';

jest.setTimeout(60_000);

let all: DownloadTestApp;
beforeAll(async () => {
  const videos = ['806', '807', '813', '814', '815', '816', '817'].map((id) => aVideo(id));
  all = await DownloadTestApp.open({ channels: [onTwitch('kept', '74000001', { past: { videos } })] });
});
afterAll(() => all.stop());

const ALL_OF_IT = verbatim('all that there is');
/** The note decides nothing. */
const follow = ({ jobName, attempt }: JobTry, note: Message): void => {
  all.app.bus.pulse(PULSES.jobPulse, {
    jobName,
    attempt,
    at: Date.now(),
    worker: 'n/0',
    pid: 7,
    progress: 0.9,
    rate: 1,
    unit: 'bytes',
    leftMs: null,
    note,
    following: true,
  });
};

/** What a recorder opens of a command. */
function viewers() {
  const sealer = all.app.nest.get(Keyring, { strict: false }).purpose(SOURCE_PURPOSE);
  const authorizationOf = ({ input: { channelUuid, sealedHeaders } }: JobCommand<typeof videoDownloadJob>): unknown =>
    (JSON.parse(sealer.open(channelUuid, sealedHeaders ?? '')) as Record<string, unknown>)['authorization'];
  return { vault: all.app.nest.get(AccountVault, { strict: false }), authorizationOf };
}

describe('a video of the past', () => {
  it('is asked for as the viewer that the operator has given by then: tried again, or after it waited for its turn', async () => {
    const { vault, authorizationOf } = viewers();
    await vault.keepPlayback('twitch', 'old');
    const { job } = await all.begin('816');
    const first = await all.recorder.command(job);
    expect(authorizationOf(first)).toBe('OAuth old');
    await all.recorder.fails(first, 'The site refuses the token.');
    await all.jobIn(job, 'ERROR');
    await all.call('PUT', '/settings', {
      config: { 'downloads.concurrent': 1, 'capture.http_proxy': 'http://127.0.0.1:9' },
    });
    await all.stopAll();
    const busy = await all.recorder.command((await all.begin('817')).job);
    expect((await all.call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    await vault.keepPlayback('twitch', 'new');
    await all.recorder.fails(busy, 'gone');
    const second = await all.recorder.command(job, 2);
    expect([authorizationOf(second), second.input.partId, second.input.proxy?.for]).toEqual([
      'OAuth new',
      first.input.partId,
      'playlists',
    ]);
    await all.recorder.fails(second, 'The site refuses the token.');
    await all.jobIn(job, 'ERROR');
    await vault.keepPlayback('twitch', null);
    await all.call('PUT', '/settings', { config: { 'downloads.concurrent': 8, 'capture.http_proxy': '' } });
    expect((await all.call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    const third = (await all.recorder.command(job, 3)).input;
    expect(third).toMatchObject({ sealedHeaders: null, partId: first.input.partId });
    expect(third.proxy).toBeUndefined();
  });

  it('waits for its turn while as many run as the operator wants', async () => {
    await all.call('PUT', '/settings', { config: { 'downloads.concurrent': 1 } });
    await all.stopAll();
    const [first, second] = [await all.begin('806'), await all.begin('807')];
    const running = await all.recorder.command(first.job);
    expect(await all.jobOf(second.job)).toMatchObject({ status: 'WAITING', note: 'waiting for its turn' });
    expect(all.recorder.commands.some((c) => c.jobName === second.job)).toBe(false);
    await all.recorder.fails(running, 'gone');
    expect((await all.recorder.command(second.job)).input).toMatchObject({ videoId: '807' });
    await all.call('PUT', '/settings', { config: { 'downloads.concurrent': 8 } });
  });

  it('that follows a broadcast leaves its turn to others, as many times as there are turns', async () => {
    await all.call('PUT', '/settings', { config: { 'downloads.concurrent': 1 } });
    await all.stopAll();
    const [first, second, third] = [await all.begin('813'), await all.begin('814'), await all.begin('815')];
    for (const { job } of [first, second]) {
      const command = await all.recorder.command(job);
      await all.recorder.begins(command);
      await all.jobIn(job, 'RUNNING');
      follow(command, ALL_OF_IT);
    }
    await eventually(async () => (await all.jobOf(second.job))?.note === english(ALL_OF_IT), 'both follow');
    await all.app.nest.get(JobDispatcher, { strict: false }).run();
    expect(await all.jobOf(third.job)).toMatchObject({ status: 'WAITING', note: 'waiting for its turn' });
    await all.call('DELETE', `/jobs/${first.job}`);
    expect((await all.recorder.command(third.job)).input).toMatchObject({ videoId: '815' });
    await all.call('PUT', '/settings', { config: { 'downloads.concurrent': 8 } });
  });
});
