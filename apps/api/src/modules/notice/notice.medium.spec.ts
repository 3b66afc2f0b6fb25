import { type Notice } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Transactions } from '../../persistence/database/tx.js';
import { TestApp } from '../../testing/test-app.js';
import { NoticeEntity } from '../../persistence/entities/notice.entity.js';
import { Notices } from '../../platform/notices.service.js';

jest.setTimeout(120_000);

const problem = {
  key: 'problem:1',
  kind: 'could-not-record',
  level: 'error',
  title: verbatim('It is live and is not being recorded'),
  text: verbatim('The disk is full. Vodkeep tries again.'),
} as const;

describe('notices', () => {
  let app: TestApp;
  let notices: Notices;
  const list = async (): Promise<Notice[]> => (await app.call<Notice[]>('GET', '/notices')).body.data ?? [];

  beforeAll(async () => {
    app = await TestApp.start();
    notices = app.nest.get(Notices, { strict: false });
  });
  beforeEach(async () => {
    for (const { id } of await list()) await app.call('DELETE', `/notices/${id}`);
  });
  afterAll(() => app.stop());

  it('a problem is one notice however often it is raised, even at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, () => notices.raise(problem)));
    expect(await list()).toMatchObject([
      {
        kind: problem.kind,
        level: problem.level,
        title: 'It is live and is not being recorded',
        text: 'The disk is full. Vodkeep tries again.',
        count: 1,
        resolved_at: null,
        channel_uuid: null,
        vod_uuid: null,
      },
    ]);
  });

  it('another reason replaces the text of the same notice', async () => {
    await notices.raise(problem);
    await notices.raise({ ...problem, text: verbatim('The site refuses. Vodkeep tries again.') });
    expect(await list()).toMatchObject([{ count: 2, text: 'The site refuses. Vodkeep tries again.' }]);
  });

  it('a resolved notice stays listed, and opens again when the problem returns', async () => {
    await notices.raise(problem);
    await notices.resolve(problem.key);
    const [resolved] = await list();
    expect(resolved?.resolved_at).not.toBeNull();
    await notices.raise(problem);
    expect(await list()).toMatchObject([
      { id: resolved?.id, count: 2, resolved_at: null, first_at: resolved?.first_at },
    ]);
  });

  it('a dismissed notice is deleted, cannot be dismissed again, and a newer problem is a new notice', async () => {
    await notices.raise(problem);
    const [one] = await list();
    expect((await app.call('DELETE', `/notices/${one?.id}`)).body).toMatchObject({
      status: 'OK',
      message: 'Notice dismissed',
    });
    expect(await app.call('DELETE', `/notices/${one?.id}`)).toMatchObject({
      status: 404,
      body: { code: 'notice-missing' },
    });
    await notices.raise(problem);
    expect(await list()).toMatchObject([{ count: 1 }]);
  });

  it('the newest notice is listed first, and one that was resolved two weeks ago is deleted', async () => {
    await notices.raise(problem);
    await notices.raise({ ...problem, key: 'problem:2', title: verbatim('Another') });
    await notices.raise({ ...problem, key: 'problem:3', title: verbatim('Long resolved') });
    const old = new Date(Date.now() - 15 * 86_400_000);
    await app.nest
      .get(Transactions, { strict: false })
      .plain.update(NoticeEntity, { key: 'problem:3' }, { resolvedAt: old });
    expect((await list()).map((n) => n.title)).toEqual(['Another', 'It is live and is not being recorded']);
  });
});
