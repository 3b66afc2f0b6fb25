import { Controller, Inject, Logger } from '@nestjs/common';
import { OnCommand } from '#libs/bus';
import { type JobResult, type RepairedGap, RepairPlan, repairJob } from '#libs/contracts';
import { BugError } from '#libs/errors';
import { message } from '#libs/messages';
import { type Delivered, type JobCommand, type RunningJob, STORAGE, WorkerJobRunner } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { type Worker, WORKER } from '../core/tokens.js';
import { WorkFolder } from '../core/work-folder.js';
import { GapFiller } from './gap-filler.js';
import { RepairPart } from './repair-part.js';

type Job = RunningJob<typeof repairJob>;

/** Fills the gaps of a recording from what was downloaded of the site's VOD. */
@Controller()
export class RepairHandler {
  private readonly log = new Logger('repair');

  constructor(
    private readonly runner: WorkerJobRunner,
    private readonly work: WorkFolder,
    @Inject(STORAGE) private readonly storage: Storage,
    @Inject(WORKER) private readonly worker: Worker,
  ) {}

  @OnCommand(repairJob.command)
  run(command: JobCommand<typeof repairJob>, delivered: Delivered): Promise<void> {
    return this.runner.run(repairJob, { command, delivered }, { run: (job) => this.repair(job) });
  }

  private async repair({ input, attempt, signal, alive, count }: Job): Promise<JobResult<typeof repairJob>> {
    const plan = await this.readPlan(input.planKey);
    const progress = count({ total: plan.gaps.length });
    const part = new RepairPart(this.storage, { vodUuid: plan.vodUuid, partId: attempt, recorder: this.worker.node });
    const filler = new GapFiller({ plan, storage: this.storage, work: this.work, part, attempt, signal, alive });
    const gaps: RepairedGap[] = [];
    for (const gap of plan.gaps) {
      gaps.push(await filler.fill(gap));
      progress.move(gaps.length, message('job.n-of-all', { n: gaps.length, all: plan.gaps.length }));
    }
    const written = await part.end(signal);
    this.log.log(`VOD ${plan.vodUuid}: ${String(gaps.filter(({ filled }) => filled.length > 0).length)} gap(s) filled`);
    return { part: written, gaps };
  }

  private async readPlan(key: string): Promise<RepairPlan> {
    const parsed = RepairPlan.safeParse(JSON.parse((await this.storage.read(key)).toString()));
    if (!parsed.success) throw new BugError('bad-repair-plan', `${key} is not a plan of a repair`);
    return parsed.data;
  }
}
