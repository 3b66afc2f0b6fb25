import { output } from '#libs/process';

/** `path` is the name it was found under, never where: no answer tells a path of the machine. */
export interface ToolFacts { readonly path: string | null; readonly status: 'ok' | 'not found' | 'unknown'; readonly version?: string }
interface Tool { readonly name: string; readonly args: readonly string[]; readonly version: RegExp }

const TOOLS: readonly Tool[] = [
  { name: 'ffmpeg', args: ['-version'], version: /ffmpeg version (\S+)/ }, { name: 'ffprobe', args: ['-version'], version: /ffprobe version (\S+)/ },
  { name: 'streamlink', args: ['--version'], version: /streamlink (\S+)/ }, { name: 'yt-dlp', args: ['--version'], version: /(\S+)/ },
];

/** Which tools this machine has on its PATH, and of which version. A missing tool is an answer, not an error. */
export async function findTools(signal: AbortSignal): Promise<Record<string, ToolFacts>> {
  const found = await Promise.all(TOOLS.map(async (tool) => [tool.name, await look(tool, signal)] as const));
  return Object.fromEntries(found);
}

async function look(tool: Tool, signal: AbortSignal): Promise<ToolFacts> {
  const path = await output({ file: 'sh', args: ['-c', 'command -v "$1"', 'sh', tool.name], signal }).catch(() => '');
  if (path === '') return { path: null, status: 'not found' };
  const text = await output({ file: path, args: [...tool.args], signal }).catch(() => '');
  const version = tool.version.exec(text)?.[1];
  return version === undefined ? { path: tool.name, status: 'unknown' } : { path: tool.name, status: 'ok', version };
}
