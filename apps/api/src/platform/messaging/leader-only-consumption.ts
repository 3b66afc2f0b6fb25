import { ConsumptionSwitch } from '#libs/bus';
import { Injectable } from '@nestjs/common';
import { LeaderLock } from '../scheduler/leader-lock.js';

/** On in the api that leads, since one api at a time applies events. */
export const workflowSwitch = new ConsumptionSwitch(false);

/** Turns the consumption of events on while this api leads. */
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
