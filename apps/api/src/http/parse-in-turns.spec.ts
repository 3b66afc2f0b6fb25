import { describe, expect, it } from '@jest/globals';
import { parseInTurns } from './parse-in-turns.js';

const LONG = 'x'.repeat(70_000);

describe('a JSON text that is parsed in turns', () => {
  it.each([
    '[]',
    ' {"a":1} ',
    `{"a":"${LONG}"}`,
    ` { "a" : [ 1 , "],{" , { "b" : null , "c":"${LONG}"} ] , "__proto__" : { "d" : [] } }\n`,
    `[[[[["${LONG}"]]]],{},[ ],true,-1.5e3,"\\"\\u00e4"]`,
    `[{"${LONG}":1},${'{"a":[1,2]},'.repeat(10_000)}0]`,
    `"${LONG}"`,
    `${'['.repeat(32)}"${LONG}"${']'.repeat(32)}`,
  ])('is the same value: %#', async (text) => {
    expect(await parseInTurns(text)).toEqual(JSON.parse(text));
  });

  it.each([
    '',
    `["${LONG}"`,
    `["${LONG}",]`,
    `["${LONG}"}`,
    `["${LONG}"] x`,
    `["${LONG}"]]`,
    `{"a":"${LONG}",}`,
    `{"a" "${LONG}"}`,
    `{a:"${LONG}"}`,
    `{"a":"${LONG}`,
    `[${' '.repeat(5000)}"${LONG}"]`,
    `[${' '.repeat(4_000_000)}]`,
  ])('is refused: %#', async (text) => {
    await expect(parseInTurns(text)).rejects.toMatchObject({ code: 'malformed-json' });
  });

  it.each([
    '['.repeat(70_000),
    '['.repeat(33),
    `{"a":"[","b":${'['.repeat(32)}${']'.repeat(32)}}`,
    `${'['.repeat(33)}"${LONG}"${']'.repeat(33)}`,
    `["${LONG}",${'[{"a":'.repeat(16)}1${'}]'.repeat(16)}]`,
  ])('is refused if it is nested too deep: %#', async (text) => {
    await expect(parseInTurns(text)).rejects.toMatchObject({ code: 'json-too-deep', status: 400 });
  });

  it('is refused with the limit if a list or object is too large', async () => {
    for (const text of [`[${'0,'.repeat(50_000)}0]`, `{"a":[${'0,'.repeat(50_000)}0]}`])
      await expect(parseInTurns(text)).rejects.toMatchObject({
        status: 413,
        message: expect.stringContaining('20000'),
      });
  });
});
