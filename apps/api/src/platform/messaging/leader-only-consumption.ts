import { ConsumptionSwitch } from '#libs/bus';
import { Injectable } from '@nestjs/common';
import { LeaderLock } from '../scheduler/leader-lock.js';

/** On while this API leads: only one API at a time applies events. */
export const workflowSwitch = new ConsumptionSwitch(false);

/** Turns the consumption of events on while this API leads. */
@Injectable()
export class LeaderOnlyConsumption {
  constructor(leader: LeaderLock) {
    leader.onTerm((term) => {
      workflowSwitch.turnOn();
      term.addEventListener('abort', () => {
        workflowSwitch.turnOff();
      });
    });
  }
}
