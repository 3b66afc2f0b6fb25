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

let test: DownloadTestApp;
beforeAll(async () => {
  const videos = ['806', '807', '813', '814', '815', '816', '817'].map((id) => aVideo(id));
  test = await DownloadTestApp.open({ channels: [onTwitch('kept', '74000001', { past: { videos } })] });
});
afterAll(() => test.stop());

const NOTE = verbatim('all that there is');
/** Reports that a download follows its broadcast. Only the flag `following` counts, not the note. */
const follow = ({ jobName, attempt }: JobTry, note: Message): void => {
  test.app.bus.pulse(PULSES.jobPulse, {
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

/** The vault of the operator, and a function that opens the token of a command as a recorder does. */
function tokens() {
  const sealer = test.app.nest.get(Keyring, { strict: false }).purpose(SOURCE_PURPOSE);
  const authorizationOf = ({ input: { channelUuid, sealedHeaders } }: JobCommand<typeof videoDownloadJob>): unknown =>
    (JSON.parse(sealer.open(channelUuid, sealedHeaders ?? '')) as Record<string, unknown>)['authorization'];
  return { vault: test.app.nest.get(AccountVault, { strict: false }), authorizationOf };
}

describe('a video of the past', () => {
  it('is requested with the token that is saved when its command is sent: on a retry, and after a wait for its turn', async () => {
    const { vault, authorizationOf } = tokens();
    await vault.savePlayback('twitch', 'old');
    const { job } = await test.begin('816');
    const first = await test.recorder.command(job);
    expect(authorizationOf(first)).toBe('OAuth old');
    await test.recorder.fails(first, 'The site refuses the token.');
    await test.jobIn(job, 'ERROR');
    await test.call('PUT', '/settings', {
      config: { 'downloads.concurrent': 1, 'capture.http_proxy': 'http://127.0.0.1:9' },
    });
    await test.stopAll();
    const busy = await test.recorder.command((await test.begin('817')).job);
    expect((await test.call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    await vault.savePlayback('twitch', 'new');
    await test.recorder.fails(busy, 'gone');
    const second = await test.recorder.command(job, 2);
    expect([authorizationOf(second), second.input.partId, second.input.proxy?.for]).toEqual([
      'OAuth new',
      first.input.partId,
      'playlists',
    ]);
    await test.recorder.fails(second, 'The site refuses the token.');
    await test.jobIn(job, 'ERROR');
    await vault.savePlayback('twitch', null);
    await test.call('PUT', '/settings', { config: { 'downloads.concurrent': 8, 'capture.http_proxy': '' } });
    expect((await test.call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    const third = (await test.recorder.command(job, 3)).input;
    expect(third).toMatchObject({ sealedHeaders: null, partId: first.input.partId });
    expect(third.proxy).toBeUndefined();
  });

  it('waits for its turn while the maximum number of downloads runs', async () => {
    await test.call('PUT', '/settings', { config: { 'downloads.concurrent': 1 } });
    await test.stopAll();
    const [first, second] = [await test.begin('806'), await test.begin('807')];
    const running = await test.recorder.command(first.job);
    expect(await test.jobOf(second.job)).toMatchObject({ status: 'WAITING', note: 'waiting for its turn' });
    expect(test.recorder.commands.some((c) => c.jobName === second.job)).toBe(false);
    await test.recorder.fails(running, 'gone');
    expect((await test.recorder.command(second.job)).input).toMatchObject({ videoId: '807' });
    await test.call('PUT', '/settings', { config: { 'downloads.concurrent': 8 } });
  });

  it('that follows a running broadcast does not count, up to as many downloads as the limit', async () => {
    await test.call('PUT', '/settings', { config: { 'downloads.concurrent': 1 } });
    await test.stopAll();
    const [first, second, third] = [await test.begin('813'), await test.begin('814'), await test.begin('815')];
    for (const { job } of [first, second]) {
      const command = await test.recorder.command(job);
      await test.recorder.begins(command);
      await test.jobIn(job, 'RUNNING');
      follow(command, NOTE);
    }
    await eventually(async () => (await test.jobOf(second.job))?.note === english(NOTE), 'both follow');
    await test.app.nest.get(JobDispatcher, { strict: false }).run();
    expect(await test.jobOf(third.job)).toMatchObject({ status: 'WAITING', note: 'waiting for its turn' });
    await test.call('DELETE', `/jobs/${first.job}`);
    expect((await test.recorder.command(third.job)).input).toMatchObject({ videoId: '815' });
    await test.call('PUT', '/settings', { config: { 'downloads.concurrent': 8 } });
  });
});
