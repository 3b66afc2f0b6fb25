import { english, type Message, verbatim } from '#libs/messages';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SiteAddresses } from '../../kit/site-addresses.js';
import { type Access, type AccessSource } from '../account/access.js';
import { fakeClock, fakeSite, type Reply } from '../fake-site.fixture.js';
import { Helix } from './helix.js';
import { UserRow } from './helix.wire.js';

class Tokens implements AccessSource {
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
const NOW = Date.UTC(2026, 0, 1);
const spent = (resetInS: number): Reply => ({
  status: 429,
  headers: { 'ratelimit-limit': '800', 'ratelimit-remaining': '0', 'ratelimit-reset': String(NOW / 1000 + resetInS) },
  body: { status: 429, message: 'Too Many Requests' },
});

describe('the Twitch API', () => {
  let as: Tokens;
  beforeEach(() => {
    as = new Tokens();
  });
  const never = new AbortController().signal;
  const given = (replies: readonly Reply[]) => {
    const [site, clock] = [fakeSite((_, nth) => replies[nth - 1] ?? { status: 500 }), fakeClock(NOW)];
    const helix = new Helix({ sites: new SiteAddresses(), fetch: site.fetch, clock });
    return {
      ...site,
      clock,
      helix,
      call: () =>
        helix.rows(
          {
            path: '/users',
            query: [
              ['id', '1'],
              ['id', '2'],
            ],
            as,
          },
          UserRow,
          never,
        ),
    };
  };

  it('is asked with the token and the app it belongs to, keys repeated', async () => {
    const { call, requests } = given([FOUND]);
    expect(await call()).toMatchObject([{ id: '1', login: 'a', display_name: '' }]);
    expect(requests[0]).toMatchObject({
      url: 'https://api.twitch.tv/helix/users?id=1&id=2',
      headers: { 'authorization': 'Bearer t0', 'client-id': 'c' },
    });
  });

  it('P19 renews a revoked token once and goes on', async () => {
    const { call, requests } = given([{ status: 401, body: { message: 'Invalid OAuth token' } }, FOUND]);
    await call();
    expect(requests.map(({ headers }) => headers?.['authorization'])).toEqual(['Bearer t0', 'Bearer t1']);
    expect(as.fault).toBeNull();
  });

  it('P19 reports a problem, with the remedy, when a new token is refused too', async () => {
    const { call, requests } = given(
      Array.from({ length: 3 }, () => ({ status: 401, body: { message: 'Client ID and OAuth token do not match' } })),
    );
    await expect(call()).rejects.toMatchObject({
      fault: 'user',
      message: expect.stringMatching(/do not match.*Settings > Sites/),
    });
    expect([requests.length, as.renewals]).toEqual([2, 1]);
    expect(english(as.fault ?? verbatim(''))).toContain('Settings > Sites');
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

  it('gives up after some 429 in turn', async () => {
    const { call, requests } = given(Array.from({ length: 9 }, () => spent(1)));
    await expect(call()).rejects.toMatchObject({ code: 'rate-limited' });
    expect(requests.length).toBeLessThan(5);
  });

  it('asks once more after a 503', async () => {
    const { call } = given([{ status: 503 }, FOUND]);
    await expect(call()).resolves.toHaveLength(1);
  });

  it('gives up after the second 5xx', async () => {
    const { call, requests } = given([{ status: 503 }, { status: 500 }, FOUND]);
    await expect(call()).rejects.toMatchObject({ fault: 'outside', code: 'site-away' });
    expect(requests).toHaveLength(2);
  });

  it('treats a 429 with points left as an answer: no more subscriptions', async () => {
    const { helix, clock } = given([
      { status: 429, headers: { 'ratelimit-remaining': '700' }, body: { message: 'cost exceeded' } },
    ]);
    expect(await helix.call({ method: 'POST', path: '/eventsub/subscriptions', body: {}, as }, never)).toMatchObject({
      status: 429,
      remark: 'cost exceeded',
    });
    expect(clock.waits).toEqual([]);
  });

  it('leaves points for polling while it subscribes many channels', async () => {
    const few: Reply = {
      status: 202,
      headers: { 'ratelimit-limit': '800', 'ratelimit-remaining': '100' },
      body: FOUND.body,
    };
    const { helix, clock, call } = given([few, { ...FOUND, headers: few.headers ?? {} }, few]);
    const subscribe = () => helix.call({ method: 'POST', path: '/eventsub/subscriptions', body: {}, as }, never);
    await subscribe();
    await call();
    expect(clock.waits).toEqual([]);
    await subscribe();
    expect(clock.waits).toEqual([7500]);
  });

  it.each([
    ['a page', '<html>'],
    ['nothing', ''],
    ['no list', '{"error":"x"}'],
    ['half', '{"data":[{"id":"'],
  ])('does not take %s for an empty list', async (_name, body) => {
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
