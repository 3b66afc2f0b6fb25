import { startSources } from '../../provider-sim/sources/start-sources.js';
import type { SourceSpec } from '../../provider-sim/sources/source-spec.js';
import { FAULTS, HEALTHY, HEALTHY_SOURCE } from './faults.js';
import { sourceName, type SourceLog, type SourceLogs } from './start-fault-source.js';

/** Sources of a suite in a process of their own, one of each fault for each tool. Arguments: names, tools. */
const [names = '', tools = ''] = process.argv.slice(2);
const specs: SourceSpec[] =
  names === HEALTHY
    ? [HEALTHY_SOURCE]
    : FAULTS.filter(({ name }) => names.split(',').includes(name)).flatMap((fault) =>
        tools.split(',').map((tool) => ({ ...fault.source(), name: sourceName(fault.name, tool) })),
      );
const sources = await startSources(specs);

process.on('message', () => {
  const logs: SourceLogs = Object.fromEntries(
    specs.map(({ name }): [string, SourceLog] => {
      const source = sources.of(name);
      // Without a request, a look at the window would start the clock.
      if (source.calls.length === 0) return [name, { atMs: null, ended: false, polls: [] }];
      const { atMs, ended } = source.window();
      const polls = source.calls.filter(({ path }) => path === '/index.m3u8').map((call) => call.atMs);
      return [name, { atMs, ended, polls }];
    }),
  );
  process.send?.({ logs });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ urls: Object.fromEntries(specs.map(({ name }) => [name, sources.urlOf(name)])) });
