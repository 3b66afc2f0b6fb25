import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SiteAddresses } from '../../kit/site-addresses.js';
import { type GqlOperation } from './gql-operation.js';
import { Gql } from './gql.js';

interface Call {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { operationName: string; query?: string; extensions?: { persistedQuery: { sha256Hash: string } } }[];
}
type Reply = readonly [status: number, body: string];

const QUESTION: GqlOperation = {
  operationName: 'Who',
  variables: { login: 'a' },
  hashes: ['old', 'older'],
  query: 'query Who { user { id } }',
};
const UNKNOWN: Reply = [200, '[{"errors":[{"message":"PersistedQueryNotFound"}]}]'];
const FOUND: Reply = [200, '[{"data":{"user":{"id":"7"}}}]'];

describe('the player interface of Twitch', () => {
  let server: Server;
  let calls: Call[];
  let replies: Reply[];
  let gql: Gql;
  const never = new AbortController().signal;
  const query = (authorization?: string): Promise<unknown> =>
    gql.run([QUESTION], authorization === undefined ? {} : { authorization }, never);

  beforeEach(async () => {
    [calls, replies] = [[], []];
    server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        calls.push({ url: req.url ?? '', headers: req.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
        const [status, body] = replies.shift() ?? [500, ''];
        res.writeHead(status).end(body);
      });
    });
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    gql = new Gql(new SiteAddresses(`http://127.0.0.1:${(server.address() as AddressInfo).port}/h/{host}`), [1, 1, 1]);
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  it('asks as the web player does, and gives the data', async () => {
    replies = [FOUND];
    await expect(query('OAuth abc')).resolves.toEqual([{ data: { user: { id: '7' } }, errors: [] }]);
    expect(calls[0]).toMatchObject({
      url: '/h/gql.twitch.tv/gql',
      headers: {
        'client-id': 'kimne78kx3ncx6brgo4mv6wki5h1ko',
        'authorization': 'OAuth abc',
        'user-agent': expect.stringMatching(/^Mozilla/),
      },
    });
  });
  it('goes from one hash to the next and to the whole text', async () => {
    replies = [UNKNOWN, UNKNOWN, FOUND];
    await query();
    expect(calls.map(({ body: [first] }) => first?.query ?? first?.extensions?.persistedQuery.sha256Hash)).toEqual([
      'old',
      'older',
      QUESTION.query,
    ]);
  });
  it('asks more plainly when the schema has lost a field', async () => {
    const wordy = { ...QUESTION, hashes: [], plainer: 'query Who { user { login } }' };
    replies = [[200, '[{"errors":[{"message":"Cannot query field \\"id\\" on type \\"User\\"."}]}]'], FOUND];
    await expect(gql.run([wordy], {}, never)).resolves.toEqual([{ data: { user: { id: '7' } }, errors: [] }]);
    expect(calls.map(({ body: [first] }) => first?.query)).toEqual([QUESTION.query, wordy.plainer]);
  });
  it('says that a newer version is needed when the site takes none of them', async () => {
    replies = [UNKNOWN, UNKNOWN, UNKNOWN];
    await expect(query()).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('Who') });
  });
  it('asks again only what failed', async () => {
    const other = { ...QUESTION, operationName: 'Other', hashes: [] };
    replies = [
      [200, '[{"data":{"user":{"id":"1"}}},{"errors":[{"message":"service timeout"}]}]'],
      [200, '[{"data":{"other":2}}]'],
    ];
    await expect(gql.run([QUESTION, other], {}, never)).resolves.toEqual([
      { data: { user: { id: '1' } }, errors: [] },
      { data: { other: 2 }, errors: [] },
    ]);
    expect(calls[1]?.body.map(({ operationName }) => operationName)).toEqual(['Other']);
  });
  it.each<[string, Reply]>([
    ['server error', [200, '{"errors":[{"message":"server error"}]}']],
    ['null beside a service timeout', [200, '[{"data":{"user":null},"errors":[{"message":"service timeout"}]}]']],
    ['an empty body', [200, '']],
    ['a page', [200, '<html></html>']],
    ['503', [503, 'busy']],
    ['429', [429, '']],
  ])('waits out %s', async (_name, fault) => {
    replies = [fault, fault, FOUND];
    await expect(query()).resolves.toEqual([{ data: { user: { id: '7' } }, errors: [] }]);
  });
  it('gives up with the reason when the problem lasts', async () => {
    replies = Array.from({ length: 4 }, (): Reply => [200, '[{"errors":[{"message":"server error"}]}]']);
    await expect(query()).rejects.toMatchObject({
      code: 'site-away',
      message: expect.stringContaining('server error'),
    });
    expect(calls).toHaveLength(4);
  });
  it('blames the token when it is not taken, and the site when none was sent', async () => {
    const reply: Reply = [
      401,
      '{"error":"Unauthorized","status":401,"message":"The \\"Authorization\\" token is invalid."}',
    ];
    replies = [reply, reply];
    await expect(query('OAuth stale')).rejects.toMatchObject({ fault: 'user', code: 'playback-token' });
    await expect(query()).rejects.toMatchObject({ fault: 'outside', code: 'refused' });
  });
  it.each<[string, Reply]>([
    ['an error', [200, '[{"errors":[{"message":"failed integrity check"}]}]']],
    ['a status', [403, '{"error":"Forbidden","message":"failed integrity check"}']],
  ])('names the integrity check that comes as %s', async (_name, reply) => {
    replies = [reply];
    await expect(query()).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('integrity') });
  });
  it('names a host that refuses connections', async () => {
    const closed = new Gql(new SiteAddresses('http://127.0.0.1:1/h/{host}'), []);
    await expect(closed.run([QUESTION], {}, never)).rejects.toMatchObject({
      code: 'site-away',
      message: expect.stringContaining('refused'),
    });
  });
  it('stops when it is asked to', async () => {
    const stop = AbortSignal.abort();
    await expect(gql.run([QUESTION], {}, stop)).rejects.toMatchObject({ name: 'AbortError' });
    expect(calls).toHaveLength(0);
  });
});
