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
  /** What the run adds to the plain measurement; it has its own goals. */
  readonly mode: Mode;
  /** Searches for the largest N. */
  readonly largest: boolean;
}

const USAGE = `npm run bench -- capture [--json] [--tls | --busy] [--streams 1,20,60] [--seconds 60] [--tools ${TOOLS.join(',')}] [--per-process 32] [--largest] [--node-options="..."]`;
/** The source contains 128 s; its first playlist uses 12 of them. */
const MAX_SECONDS = 110;
const MAX_STREAMS = 1000;
/** `tls`: all sources over TLS. `busy`: two encodes at low priority take all that is left of the cores. */
export type Mode = 'plain' | 'tls' | 'busy';
const STREAMS_OF: Readonly<Record<Mode, string>> = { plain: '1,20,60', tls: '20,60', busy: '20' };
const TOOLS_OF: Readonly<Record<Mode, string>> = {
  plain: TOOLS.join(','),
  tls: TOOLS.join(','),
  busy: 'ours,bare',
};

/** @throws UserError `arguments`: when an argument is not allowed; the message lists the allowed ones */
export function parseArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parseOptions(args);
  if (positionals.length !== 1 || positionals[0] !== 'capture') throw new UserError(untranslated('arguments', USAGE));
  if (values.tls && values.busy) throw new UserError(untranslated('arguments', USAGE));
  const mode = values.tls ? 'tls' : values.busy ? 'busy' : 'plain';
  const tools = (values.tools ?? TOOLS_OF[mode]).split(',').map((name) => {
    const tool = TOOLS.find((known) => known === name);
    if (tool === undefined) throw new UserError(untranslated('arguments', `No tool "${name}". ${USAGE}`));
    return tool;
  });
  const streams = values.streams ?? STREAMS_OF[mode];
  return {
    json: values.json,
    mode,
    largest: values.largest,
    tools,
    nodeOptions: values['node-options'],
    streams: streams === '' ? [] : streams.split(',').map((text) => whole(text, MAX_STREAMS)),
    seconds: whole(values.seconds, MAX_SECONDS),
    perProcess: whole(values['per-process'], MAX_STREAMS),
  };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'json': { type: 'boolean', default: false },
        'tls': { type: 'boolean', default: false },
        'busy': { type: 'boolean', default: false },
        'streams': { type: 'string' },
        'seconds': { type: 'string', default: '60' },
        'tools': { type: 'string' },
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
    throw new UserError(
      untranslated('arguments', `"${text}" is not a whole number from 1 to ${String(most)}. ${USAGE}`),
    );
  return n;
}
