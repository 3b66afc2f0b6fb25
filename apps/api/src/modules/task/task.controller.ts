import { listTasks, runTask } from '#libs/contracts';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { TaskRecords } from '../../platform/scheduler/task-records.js';
import { presentTask } from '../../views/task.presenter.js';

@Controller()
export class TaskController {
  constructor(private readonly tasks: TaskRecords) {}

  @Implements(listTasks)
  async list(@ValidatedInput(listTasks) _: Input<typeof listTasks>): Promise<Result<typeof listTasks>> {
    return { data: (await this.tasks.all()).map(presentTask) };
  }

  @Implements(runTask)
  async run(@ValidatedInput(runTask) { params }: Input<typeof runTask>): Promise<Result<typeof runTask>> {
    await this.tasks.request(params.name);
    return { message: message('answer.task-runs') };
  }
}
