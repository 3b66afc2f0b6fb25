import { describe, expect, it } from '@jest/globals';
import { parse, validate } from 'graphql';
import { PERSISTED_QUERIES } from './persisted-queries.js';
import { SCHEMA } from './schema.js';

describe('persisted queries', () => {
  it.each(Object.values(PERSISTED_QUERIES))('$name fits the schema', ({ name, text }) => {
    const document = parse(text);
    expect(validate(SCHEMA, document)).toEqual([]);
    expect(document.definitions).toMatchObject([{ operation: 'query', name: { value: name } }]);
  });
});
