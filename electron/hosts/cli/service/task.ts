import { success, type Outcome } from '#shared/problem.ts';
import { quoteForWindows } from '../../../base/quote.ts';
import { escapeXml, plainXml } from './launchd.ts';
import { unwritable, type ServicePlan } from './plan.ts';

/** Returns the name of a service in Task Scheduler. */
export function taskName(name: string): string {
  return `\\Darkslide\\${name}`;
}

/**
 * Returns the definition of a task for Windows Task Scheduler (Task Scheduler Schema). `person` is the signed-in user
 * as `DOMAIN\name`. Task Scheduler restarts a task that does not exit with 0; with `--supervised`, the command exits
 * with 0 on errors that a restart can't fix.
 */
export function taskXml(
  { name, what, account, command, folder }: ServicePlan,
  person: string,
): string {
  const [program = '', ...args] = command;
  const isSystem = account !== null;
  const user = escapeXml(account ?? person);
  return [
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.3" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    '  <RegistrationInfo>',
    `    <Description>Darkslide ${what} ${name}</Description>`,
    '  </RegistrationInfo>',
    '  <Triggers>',
    ...(isSystem
      ? ['    <BootTrigger />']
      : ['    <LogonTrigger>', `      <UserId>${user}</UserId>`, '    </LogonTrigger>']),
    '  </Triggers>',
    '  <Principals>',
    '    <Principal id="Author">',
    `      <UserId>${user}</UserId>`,
    `      <LogonType>${isSystem ? 'S4U' : 'InteractiveToken'}</LogonType>`,
    '      <RunLevel>LeastPrivilege</RunLevel>',
    '    </Principal>',
    '  </Principals>',
    '  <Settings>',
    '    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>',
    '    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
    '    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>',
    '    <StartWhenAvailable>true</StartWhenAvailable>',
    '    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>',
    '    <RestartOnFailure>',
    '      <Interval>PT1M</Interval>',
    '      <Count>999</Count>',
    '    </RestartOnFailure>',
    '  </Settings>',
    '  <Actions Context="Author">',
    '    <Exec>',
    `      <Command>${escapeXml(program)}</Command>`,
    `      <Arguments>${escapeXml(args.map(quoteForWindows).join(' '))}</Arguments>`,
    `      <WorkingDirectory>${escapeXml(folder)}</WorkingDirectory>`,
    '    </Exec>',
    '  </Actions>',
    '</Task>',
    '',
  ].join('\n');
}

/** Returns the data folder from a task that Darkslide has written. */
export function folderInTask(text: string): string | null {
  const found = /<WorkingDirectory>([^<]+)</u.exec(text)?.[1];
  return found === undefined ? null : plainXml(found);
}

/**
 * Checks that a plan contains no variables, because Task Scheduler would expand them and cannot escape them. Problem:
 * service-unwritable.
 */
export function checkTask({ command, folder }: ServicePlan): Outcome<void> {
  for (const text of [...command, folder]) {
    if (/%[^%]*%/u.test(text)) return unwritable(text, 'percent');
    if (text.includes('$(')) return unwritable(text, 'dollar');
  }
  return success();
}
