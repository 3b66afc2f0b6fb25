import { describe, expect, it } from '@jest/globals';
import { figuresOf } from './figures.js';
import { goalsOf } from './goals.js';
import type { Result } from './result.js';

const result = (overrides: Partial<Result>): Result => ({
  tool: 'ours',
  streams: 20,
  wholeCpu: 0.004,
  steadyCpu: 0.003,
  installationCpu: {},
  installationPssMb: {},
  pssMb: 110,
  idlePssMb: 60,
  processes: 1,
  outsideCores: 0.1,
  published: 500,
  lost: 0,
  doubled: 0,
  lagP50S: 0.5,
  lagP95S: 1,
  lagMaxS: 1.1,
  ...overrides,
});
const named = (results: readonly Result[], name: string) => goalsOf(results).find((goal) => goal.name === name);

describe('the goals', () => {
  it('compare steady CPU with the bare loop in the same run', () => {
    expect(
      named([result({}), result({ tool: 'bare', steadyCpu: 0.002 })], 'steady CPU against the bare loop, N = 20'),
    ).toMatchObject({ value: 1.5, holds: true });
    expect(
      named([result({}), result({ tool: 'bare', steadyCpu: 0.0019 })], 'steady CPU against the bare loop, N = 20'),
    ).toMatchObject({ holds: false });
  });

  it('compute the memory of one more stream from the run with one stream', () => {
    expect(named([result({}), result({ streams: 1, pssMb: 72 })], 'marginal PSS a stream, N = 20')).toMatchObject({
      value: 2,
      holds: true,
    });
    expect(named([result({})], 'marginal PSS a stream, N = 20')).toMatchObject({ value: 2.5 });
  });

  it('do not hold once a segment is lost', () => {
    expect(named([result({ lost: 1 })], 'lost segments, N = 20')).toMatchObject({ value: 1, holds: false });
  });

  it('compare the memory of many streams with ffmpeg and streamlink', () => {
    const results = [
      result({ streams: 60, pssMb: 200 }),
      result({ tool: 'ffmpeg', streams: 60, pssMb: 500 }),
      result({ tool: 'streamlink', streams: 60, pssMb: 900 }),
    ];
    expect(named(results, 'PSS of the recorders against ffmpeg, N = 60')).toMatchObject({ value: 0.4, holds: true });
    expect(named(results, 'PSS of the recorders against streamlink, N = 60')).toMatchObject({ holds: false });
  });

  it('of TLS demand no more CPU than ffmpeg only if the bare loop needs no more', () => {
    const at60 = (bareCpu: number) => [
      result({ streams: 60 }),
      result({ tool: 'bare', streams: 60, steadyCpu: bareCpu }),
      result({ tool: 'ffmpeg', streams: 60, steadyCpu: 0.0025 }),
    ];
    const name = 'steady CPU against ffmpeg, N = 60';
    expect(goalsOf(at60(0.0025), 'tls').find((goal) => goal.name === name)).toMatchObject({ value: 1.2, holds: false });
    expect(goalsOf(at60(0.0026), 'tls').find((goal) => goal.name === name)).toBeUndefined();
    expect(goalsOf(at60(0.0025)).find((goal) => goal.name === name)).toBeUndefined();
  });

  it('of a busy machine are loss and lag', () => {
    expect(goalsOf([result({ lagP95S: 2.4 }), result({ tool: 'bare' })], 'busy')).toMatchObject([
      { name: 'lag p95, N = 20', goal: 2.5, holds: true },
      { name: 'lost segments, N = 20', holds: true },
    ]);
  });

  it('omit figures that were not measured', () => {
    expect(goalsOf([result({ tool: 'bare' })])).toEqual([]);
  });
});

it('names a figure by tool, quantity and number of streams', () => {
  expect(figuresOf([result({ installationCpu: { api: 0.001 } })])).toMatchObject({
    oursSteadyCpuPerStreamSecond20: 0.003,
    oursLagP95S20: 1,
    apiSteadyCpuPerStreamSecond20: 0.001,
  });
});
