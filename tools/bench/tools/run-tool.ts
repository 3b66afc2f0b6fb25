import { runOurs } from './run-ours.js';
import { runBare, runForeign } from './run-foreign.js';
import type { RunFacts, RunPlan, ToolName } from './tool-run.js';

export function runTool(tool: ToolName, plan: RunPlan): Promise<RunFacts> {
  if (tool === 'ours') return runOurs(plan);
  return tool === 'bare' ? runBare(plan) : runForeign(tool, plan);
}
