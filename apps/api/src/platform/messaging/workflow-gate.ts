import { Gate } from '#libs/bus';
import { Injectable } from '@nestjs/common';
import { LeaderLock } from '../scheduler/leader-lock.js';

/** Events are applied by one api at a time: the gate is open in the one that leads. */
export const workflowGate = new Gate(false);

@Injectable()
export class WorkflowGate {
  constructor(leader: LeaderLock) {
    leader.onTerm((term) => {
      workflowGate.open();
      term.addEventListener('abort', () => {
        workflowGate.close();
      });
    });
  }
}
