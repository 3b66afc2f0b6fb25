import { parseArgs } from 'node:util';
import { UserError, messageOf, untranslated } from '#libs/errors';
import { TOOLS, type ToolName } from './tools/tool-run.js';

export interface Arguments {
  readonly json: boolean;
  readonly streams: readonly number[];
  readonly seconds: number;
  readonly tools: readonly ToolName[];
  readonly perProcess: number;
  readonly nodeOptions: string;
  /** Searches for the largest N. */
  readonly largest: boolean;
}

const USAGE = `npm run bench -- capture [--json] [--streams 1,20,60] [--seconds 60] [--tools ${TOOLS.join(',')}] [--per-process 32] [--largest] [--node-options="..."]`;
/** The source contains 128 s; its first playlist uses 12 of them. */
const LONGEST_S = 110;
const LARGEST_STREAMS = 1000;

/** @throws UserError `arguments`: when an argument is not allowed; the message lists the allowed ones */
export function parseArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parsed(args);
  if (positionals.length !== 1 || positionals[0] !== 'capture') throw new UserError(untranslated('arguments', USAGE));
  const tools = values.tools.split(',').map((name) => {
    const tool = TOOLS.find((known) => known === name);
    if (tool === undefined) throw new UserError(untranslated('arguments', `No tool "${name}". ${USAGE}`));
    return tool;
  });
  return {
    json: values.json,
    largest: values.largest,
    tools,
    nodeOptions: values['node-options'],
    streams: values.streams === '' ? [] : values.streams.split(',').map((text) => whole(text, LARGEST_STREAMS)),
    seconds: whole(values.seconds, LONGEST_S),
    perProcess: whole(values['per-process'], LARGEST_STREAMS),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'json': { type: 'boolean', default: false },
        'streams': { type: 'string', default: '1,20,60' },
        'seconds': { type: 'string', default: '60' },
        'tools': { type: 'string', default: TOOLS.join(',') },
        'per-process': { type: 'string', default: '32' },
        'largest': { type: 'boolean', default: false },
        'node-options': { type: 'string', default: '' },
      },
    });
  } catch (thrown) {
    throw new UserError(untranslated('arguments', `${messageOf(thrown)}. ${USAGE}`));
  }
}

function whole(text: string, most: number): number {
  const n = Number(text);
  if (!Number.isInteger(n) || n < 1 || n > most)
    throw new UserError(untranslated('arguments', `"${text}" is no whole number from 1 to ${String(most)}. ${USAGE}`));
  return n;
}
