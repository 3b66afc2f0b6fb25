import { output } from '#libs/process';
import { isAtLeast } from './versions.js';

/**
 * `path` is the name it was found under, never where: no answer tells a path of the machine. `broken`: it is there and
 * does not tell its version. `tried`: what was looked for, in words.
 */
export interface ToolInfo {
  readonly path: string | null;
  readonly status: 'ok' | 'outdated' | 'not found' | 'broken' | 'not needed';
  readonly version?: string;
  readonly min_version?: string;
  readonly tried: string;
}
interface Tool {
  readonly name: string;
  readonly args: readonly string[];
  readonly version: RegExp;
  /** Least that is good enough; none: Vodkeep does without it. */
  readonly least?: string;
  /** Its programs, where they are called otherwise. */
  readonly files?: readonly string[];
}

const VERSION = /(\d+(?:\.\d+)+)/;
/** v0's list. What has no least version was a tool of v0: its work is done by our own code. */
export const TOOLS: readonly Tool[] = [
  { name: 'ffmpeg', args: ['-version'], version: /ffmpeg version n?(\S+)/, least: '5.1' },
  { name: 'ffprobe', args: ['-version'], version: /ffprobe version n?(\S+)/, least: '5.1' },
  { name: 'mediainfo', args: ['--Version'], version: VERSION },
  { name: 'twitchdownloader', args: ['--version'], version: VERSION, files: ['TwitchDownloaderCLI'] },
  { name: 'python', args: ['--version'], version: VERSION, files: ['python3', 'python'] },
  { name: 'tcd', args: ['--version'], version: VERSION },
  { name: 'streamlink', args: ['--version'], version: VERSION },
  { name: 'yt-dlp', args: ['--version'], version: VERSION },
  { name: 'pipenv', args: ['--version'], version: VERSION },
];
const NODE_LEAST = '24.0';

/**
 * Which tools this machine has on its PATH, and of which version. A missing tool is an answer, not an error.
 * @param signal ends one that hangs
 */
export async function findTools(
  signal: AbortSignal,
  tools: readonly Tool[] = TOOLS,
): Promise<Record<string, ToolInfo>> {
  const found = await Promise.all(tools.map(async (tool) => [tool.name, await probeTool(tool, signal)] as const));
  return {
    ...Object.fromEntries(found),
    node: {
      path: 'node',
      status: 'ok',
      version: process.versions.node,
      min_version: NODE_LEAST,
      tried: 'the program that runs Vodkeep',
    },
  };
}

async function probeTool(
  { name, args, version: pattern, least, files = [name] }: Tool,
  signal: AbortSignal,
): Promise<ToolInfo> {
  const known = {
    tried: `${files.join(' or ')} on the PATH of the api service`,
    ...(least === undefined ? {} : { min_version: least }),
  };
  for (const file of files) {
    const path = await output({ file: 'sh', args: ['-c', 'command -v "$1"', 'sh', file], signal }).catch(() => '');
    if (path === '') continue;
    const version = pattern.exec(await output({ file: path, args: [...args], signal }).catch(() => ''))?.[1];
    if (version === undefined) return { ...known, path: file, status: 'broken' };
    return {
      ...known,
      path: file,
      version,
      status: least === undefined || isAtLeast(version, least) ? 'ok' : 'outdated',
    };
  }
  return { ...known, path: null, status: least === undefined ? 'not needed' : 'not found' };
}
