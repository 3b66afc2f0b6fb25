import { type TOOL_STATES } from '#libs/contracts';
import { type Message, message } from '#libs/messages';
import { output } from '#libs/process';
import { isAtLeast } from './versions.js';

/**
 * `path` is the name of the program that was found, never its folder: no answer reveals a path of the machine.
 * `broken`: the program exists but does not report its version. `tried`: a description of what was searched for.
 */
export interface ToolInfo {
  readonly path: string | null;
  readonly status: (typeof TOOL_STATES)[number];
  readonly version?: string;
  readonly min_version?: string;
  readonly tried: Message;
}
interface Tool {
  readonly name: string;
  readonly args: readonly string[];
  readonly version: RegExp;
  /** Minimum version. Absent: Vodkeep does not need the tool. */
  readonly minVersion?: string;
  /** Program names, if they differ from the tool name. */
  readonly files?: readonly string[];
}

const VERSION_NUMBER = /(\d+(?:\.\d+)+)/;
/** The tools that v0 lists. Vodkeep's own code does the work of a tool without a minimum version. */
export const TOOLS: readonly Tool[] = [
  { name: 'ffmpeg', args: ['-version'], version: /ffmpeg version n?(\S+)/, minVersion: '5.1' },
  { name: 'ffprobe', args: ['-version'], version: /ffprobe version n?(\S+)/, minVersion: '5.1' },
  { name: 'mediainfo', args: ['--Version'], version: VERSION_NUMBER },
  { name: 'twitchdownloader', args: ['--version'], version: VERSION_NUMBER, files: ['TwitchDownloaderCLI'] },
  { name: 'python', args: ['--version'], version: VERSION_NUMBER, files: ['python3', 'python'] },
  { name: 'tcd', args: ['--version'], version: VERSION_NUMBER },
  { name: 'streamlink', args: ['--version'], version: VERSION_NUMBER },
  { name: 'yt-dlp', args: ['--version'], version: VERSION_NUMBER },
  { name: 'pipenv', args: ['--version'], version: VERSION_NUMBER },
];
const MIN_NODE_VERSION = '24.0';

/**
 * Finds the tools on the PATH of this machine and their versions. A missing tool is a result, not an error.
 * @param signal aborts a program that hangs
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
      min_version: MIN_NODE_VERSION,
      tried: message('tool.this-process'),
    },
  };
}

async function probeTool(
  { name, args, version: pattern, minVersion, files = [name] }: Tool,
  signal: AbortSignal,
): Promise<ToolInfo> {
  const known = {
    tried: message('tool.searched', { files }),
    ...(minVersion === undefined ? {} : { min_version: minVersion }),
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
      status: minVersion === undefined || isAtLeast(version, minVersion) ? 'ok' : 'outdated',
    };
  }
  return { ...known, path: null, status: minVersion === undefined ? 'not needed' : 'not found' };
}
