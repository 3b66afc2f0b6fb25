import { expect, it } from '@jest/globals';
import { HostNames } from './host-names.js';

const namesOf = (names: readonly string[], trust: number | false = false): HostNames =>
  new HostNames(names, trust, () => 'https://public.example/vodkeep');

it.each([
  'vodkeep.lan',
  'VODKEEP.lan:8080',
  'vodkeep.lan.',
  'public.example',
  'localhost:8080',
  '192.168.1.5:8080',
  '[fd00::5]:8080',
])('with a list of names, %s is accepted', (host) => {
  expect(namesOf(['vodkeep.lan']).accept({ host })).toBe(true);
});

it.each(['evil.example', 'vodkeep.lan.evil.example', '192.168.1.5.evil.example', 'localhost.evil.example', 'a b', ''])(
  'with a list of names, "%s" is not accepted, because a site may point any other name to this address',
  (host) => {
    expect(namesOf(['vodkeep.lan']).accept({ host })).toBe(false);
  },
);

it('without a list, any name is accepted', () => {
  expect(namesOf([]).accept({ host: 'evil.example' })).toBe(true);
});

it('the name that a trusted proxy forwards counts, and only that of a trusted one', () => {
  const headers = { 'host': 'vodkeep.lan', 'x-forwarded-host': 'evil.example' };
  expect([namesOf(['vodkeep.lan']).accept(headers), namesOf(['vodkeep.lan'], 1).accept(headers)]).toEqual([
    true,
    false,
  ]);
});
