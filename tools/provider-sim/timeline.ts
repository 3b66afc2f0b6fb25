import type { Scenario, Step } from './scenario.js';

/** Runs a scenario's steps at their times, again and again where it repeats. @returns stops it */
export function runTimeline(scenario: Scenario, act: (step: Step) => void): () => void {
  const began = Date.now();
  const timers = new Set<NodeJS.Timeout>();
  const at = (ms: number, run: () => void): void => {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        run();
      },
      Math.max(0, began + ms - Date.now()),
    );
    timers.add(timer);
  };
  const round = (offsetMs: number): void => {
    for (const step of scenario.steps)
      at(offsetMs + step.atMs, () => {
        act(step);
      });
    const { repeatMs } = scenario;
    if (repeatMs !== undefined)
      at(offsetMs + repeatMs, () => {
        round(offsetMs + repeatMs);
      });
  };
  round(0);
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}
