import { english, type Message, verbatim } from '#libs/messages';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SiteAddresses } from '../../kit/site-addresses.js';
import { type Access, type AccessSource } from '../account/access.js';
import { fakeClock, fakeSite, type Reply } from '../fake-site.fixture.js';
import { Helix } from './helix.js';
import { UserRow } from './helix.wire.js';

class FakeAccess implements AccessSource {
  renewals = 0;
  fault: Message | null = null;
  get(): Promise<Access> {
    return Promise.resolve({ clientId: 'c', accessToken: `t${this.renewals}` });
  }
  renew(): Promise<Access> {
    this.renewals += 1;
    return this.get();
  }
  setFault(fault: Message | null): void {
    this.fault = fault;
  }
}

const FOUND: Reply = { body: { data: [{ id: '1', login: 'a' }], pagination: {} } };
const FEW_POINTS: Reply = { ...FOUND, headers: { 'ratelimit-limit': '800', 'ratelimit-remaining': '100' } };
const NOW = Date.UTC(2026, 0, 1);
const spent = (resetInS: number): Reply => ({
  status: 429,
  headers: { 'ratelimit-limit': '800', 'ratelimit-remaining': '0', 'ratelimit-reset': String(NOW / 1000 + resetInS) },
  body: { status: 429, message: 'Too Many Requests' },
});

describe('Helix', () => {
  let access: FakeAccess;
  beforeEach(() => {
    access = new FakeAccess();
  });
  const never = new AbortController().signal;
  const given = (replies: readonly Reply[]) => {
    const [site, clock] = [fakeSite((_, nth) => replies[nth - 1] ?? { status: 500 }), fakeClock(NOW)];
    const helix = new Helix({ sites: new SiteAddresses(), fetch: site.fetch, clock });
    return {
      ...site,
      clock,
      subscribe: () => helix.call({ method: 'POST', path: '/eventsub/subscriptions', body: {}, access }, never),
      call: () =>
        helix.rows(
          {
            path: '/users',
            query: [
              ['id', '1'],
              ['id', '2'],
            ],
            access,
          },
          UserRow,
          never,
        ),
    };
  };

  it('sends the token with its client ID, and a list as a repeated parameter', async () => {
    const { call, requests } = given([FOUND]);
    expect(await call()).toMatchObject([{ id: '1', login: 'a', display_name: '' }]);
    expect(requests[0]).toMatchObject({
      url: 'https://api.twitch.tv/helix/users?id=1&id=2',
      headers: { 'authorization': 'Bearer t0', 'client-id': 'c' },
    });
  });

  it('P19 renews a revoked token once and goes on', async () => {
    access.fault = verbatim('refused before');
    const { call, requests } = given([{ status: 401, body: { message: 'Invalid OAuth token' } }, FOUND]);
    await call();
    expect(requests.map(({ headers }) => headers?.['authorization'])).toEqual(['Bearer t0', 'Bearer t1']);
    expect(access.fault).toBeNull();
  });

  it('P19 reports a problem, with the remedy, when a new token is refused too', async () => {
    const { call, requests } = given(
      Array.from({ length: 3 }, () => ({ status: 401, body: { message: 'Client ID and OAuth token do not match' } })),
    );
    await expect(call()).rejects.toMatchObject({
      fault: 'user',
      message: expect.stringMatching(/do not match.*Settings > Sites/),
    });
    expect([requests.length, access.renewals]).toEqual([2, 1]);
    expect(english(access.fault ?? verbatim(''))).toContain('Settings > Sites');
  });

  it('delays this and later calls until the reset after a 429', async () => {
    const { call, clock, requests } = given([spent(3), FOUND]);
    await call();
    expect(clock.waits).toEqual([3000]);
    expect(requests).toHaveLength(2);
  });

  it('fails at once if the reset is far away, and sends no call until then', async () => {
    const { call, clock, requests } = given([spent(50), FOUND]);
    await expect(call()).rejects.toMatchObject({
      fault: 'outside',
      code: 'rate-limited',
      message: expect.stringContaining('00:00:50'),
    });
    await expect(call()).rejects.toMatchObject({ code: 'rate-limited' });
    expect(requests).toHaveLength(1);
    clock.pass(50_000);
    await expect(call()).resolves.toHaveLength(1);
  });

  it('fails at the third 429 in a row', async () => {
    const { call, requests } = given(Array.from({ length: 9 }, () => spent(1)));
    await expect(call()).rejects.toMatchObject({ code: 'rate-limited' });
    expect(requests).toHaveLength(3);
  });

  it('repeats a call after a 5xx', async () => {
    const { call } = given([{ status: 503 }, FOUND]);
    await expect(call()).resolves.toHaveLength(1);
  });

  it('fails at the second 5xx', async () => {
    const { call, requests } = given([{ status: 503 }, { status: 500 }, FOUND]);
    await expect(call()).rejects.toMatchObject({ fault: 'outside', code: 'site-away' });
    expect(requests).toHaveLength(2);
  });

  it('returns a 429 with points left, which means that EventSub accepts no more subscriptions', async () => {
    const { subscribe, clock } = given([
      { status: 429, headers: { 'ratelimit-remaining': '700' }, body: { message: 'cost exceeded' } },
    ]);
    expect(await subscribe()).toMatchObject({ status: 429, remark: 'cost exceeded' });
    expect(clock.waits).toEqual([]);
  });

  it('delays writes, not reads, while few points remain', async () => {
    const { subscribe, clock, call } = given([FEW_POINTS, FEW_POINTS, FEW_POINTS]);
    await subscribe();
    await call();
    expect(clock.waits).toEqual([]);
    await subscribe();
    expect(clock.waits).toEqual([7500]);
  });

  it('answers reads while many writes wait for points', async () => {
    const { subscribe, clock, call } = given([FEW_POINTS, FOUND]);
    await subscribe();
    clock.pause = () => new Promise(() => undefined);
    for (let n = 0; n < 20; n += 1) void subscribe();
    await expect(call()).resolves.toHaveLength(1);
  });

  it.each([
    ['a page', '<html>'],
    ['nothing', ''],
    ['no list', '{"error":"x"}'],
    ['half a list', '{"data":[{"id":"'],
  ])('reports %s as a fault of the site, never as an empty list', async (_name, body) => {
    const { call } = given([{ body }]);
    await expect(call()).rejects.toMatchObject({ fault: 'outside', code: 'site-away' });
  });

  it('returns the text of a refusal', async () => {
    const { call } = given([{ status: 400, body: { error: 'Bad Request', status: 400, message: 'Bad Identifiers' } }]);
    await expect(call()).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('Bad Identifiers'),
    });
  });
});
