import { NOT_IMPLEMENTED_ROUTES, ROUTES } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DEPARTURES, ELSEWHERE, FIELDS_TO_COME, PENDING } from './departures.conformance.js';
import { FIXTURES } from './fixtures/all.fixture.js';
import { GENERAL } from './fixtures/auth.fixture.js';
import { LAST, type CaseRun, CASE_RUNS, type CaseRuns } from './cases.conformance.js';
import { type Received, SeededApp } from './seeded-app.conformance.js';
import { shapeFaults } from './shape-faults.conformance.js';
import { type Answer, is } from './shapes.conformance.js';

jest.setTimeout(120_000);

let seeded: SeededApp;
beforeAll(async () => {
  seeded = await SeededApp.open();
});
afterAll(async () => {
  await seeded.stop();
});

/** `GET /vod/{}`: names of parameters are ours. */
const nameless = (route: string): string => route.replace('/api/v0', '').replaceAll(/:\w+|\{\w+\}/g, '{}');
/** Routes that come later answer 501: docs/not-implemented.md. */
const notImplemented = new Set(NOT_IMPLEMENTED_ROUTES.map(({ route }) => nameless(`${route.method} ${route.path}`)));
const ours = new Set(ROUTES.map((r) => nameless(`${r.method} ${r.path}`)));
const runsOf = (plays: CaseRuns): [string, string, CaseRun][] =>
  Object.entries(plays).flatMap(([route, cases]) =>
    Object.entries(cases).map(([name, play]): [string, string, CaseRun] => [route, name, play]),
  );

function faultsOf({ status, body }: Answer, received: Received): string[] {
  const wrongStatus =
    received.status === status ? [] : [`status ${status}, not ${received.status}: ${received.text.slice(0, 200)}`];
  if (body === 'plain' || body === 'html' || body === 'empty') return wrongStatus;
  return [...wrongStatus, ...shapeFaults(body, received.json)];
}

const fieldOf = (fault: string): string => fault.slice(0, fault.indexOf(':')).replaceAll(/\[\d+\]/g, '[]');
const isWithout = (without: readonly string[], fault: string): boolean =>
  without.some((field) => fieldOf(fault) === field || fieldOf(fault).endsWith(`.${field}`));

/**
 * Compares with the recorded answers of v0 (fixtures): every field is there, of the same type; what differs on purpose
 * has a reason in one table.
 */
describe('an answer as v0 gives it', () => {
  it.each([...runsOf(CASE_RUNS), ...runsOf(LAST)])('%s, %s', async (route, name, play) => {
    const fixture = FIXTURES[route]?.[name];
    const departure = DEPARTURES[route]?.[name];
    const received = await play(seeded);
    const asSeen = fixture ? faultsOf(fixture, received) : ['no such case in the fixtures'];
    const faults = departure?.answer ? faultsOf(departure.answer, received) : asSeen;
    expect(faults.filter((fault) => !isWithout([...FIELDS_TO_COME, ...(departure?.without ?? [])], fault))).toEqual([]);
    if (departure) expect(asSeen).not.toEqual([]); // else it is none any more
  });
});

/**
 * Answered by v0 with a page of HTML, in part with a stack trace; here in the envelope, so that every client can read
 * them.
 */
describe('an error of any address', () => {
  it.each(
    Object.entries(GENERAL).flatMap(([route, cases]) =>
      Object.entries(cases).map(([name, answer]) => [route, name, answer] as const),
    ),
  )('%s, %s', async (route, name, answer) => {
    const [method = '', path = ''] = route.split(' ');
    const body = { 'malformed JSON': '{"config":', 'a body over 100 kB': { config: { motd: 'x'.repeat(110_000) } } }[
      name
    ];
    seeded.cookie = '';
    const received = await seeded.call(method, path, body);
    const status = name === 'a wrong method' ? 405 : answer.status;
    expect([
      received.status,
      received.type,
      shapeFaults({ status: is('ERROR'), message: 's', code: 's' }, received.json),
    ]).toEqual([status, 'application/json; charset=utf-8', []]);
  });
});

describe('the fixtures of v0', () => {
  const cases = Object.entries(FIXTURES).flatMap(([route, of]) => Object.keys(of).map((name) => ({ route, name })));
  const isRun = (route: string, name: string): boolean =>
    CASE_RUNS[route]?.[name] !== undefined || LAST[route]?.[name] !== undefined;

  it('are each played, or shown elsewhere, or of a route that is still to come', () => {
    const open = cases
      .filter(
        ({ route, name }) =>
          !isRun(route, name) &&
          ELSEWHERE[route]?.[name] === undefined &&
          !PENDING.includes(route) &&
          !notImplemented.has(nameless(route)),
      )
      .map(({ route, name }) => `${route}, ${name}`);
    expect(open).toEqual([]);
  });

  it('are of a route that is still to come only while nothing handles it', () => {
    expect(PENDING.filter((route) => ours.has(nameless(route)) || FIXTURES[route] === undefined)).toEqual([]);
  });
});
