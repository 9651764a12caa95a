import { PAUSE_SECONDS, STOP_SECONDS, type ServicePlan } from './plan.ts';

/**
 * Returns the unit for systemd (systemd.service(5)). systemd sends SIGTERM only to the command, which ends its own
 * helpers; the output goes to the journal. Exit status 1 means that photos are held or have failed, not that the
 * service has failed; 2 and 3 are errors that a restart can't fix.
 */
export function systemdUnit(plan: ServicePlan): string {
  const { name, what, scope, account, command, folder } = plan;
  const [program = '', ...args] = command;
  const isSystem = scope === 'system';
  return [
    '[Unit]',
    `Description=Darkslide ${what} ${name}`,
    ...(isSystem ? ['Wants=network-online.target', 'After=network-online.target'] : []),
    'StartLimitIntervalSec=0',
    '',
    '[Service]',
    'Type=exec',
    // systemd expands no variables in the path of the program, so a $ in it needs no escape.
    `ExecStart=${[quoted(program), ...args.map((arg) => quoted(arg.replaceAll('$', '$$$$')))].join(' ')}`,
    `WorkingDirectory=${folder.replaceAll('%', '%%')}`,
    ...(account === null ? [] : [`User=${account}`]),
    'Restart=always',
    `RestartSec=${PAUSE_SECONDS}`,
    'RestartPreventExitStatus=2 3',
    'SuccessExitStatus=1',
    'KillMode=mixed',
    'KillSignal=SIGTERM',
    `TimeoutStopSec=${STOP_SECONDS}`,
    ...hardening(plan),
    '',
    '[Install]',
    `WantedBy=${isSystem ? 'multi-user.target' : 'default.target'}`,
    '',
  ].join('\n');
}

/** Returns the data folder from a unit that Darkslide has written. */
export function folderInUnit(text: string): string | null {
  return /^WorkingDirectory=(.+)$/mu.exec(text)?.[1]?.replaceAll('%%', '%') ?? null;
}

/**
 * Returns the protections of a unit. None of them makes the user's folders read-only: a share may be mounted later, and
 * a folder that is missing at the start cannot be listed as an exception.
 */
function hardening({ scope, isElectron }: ServicePlan): string[] {
  const forAll = isElectron
    ? []
    : [
        'NoNewPrivileges=yes',
        'LockPersonality=yes',
        'RestrictRealtime=yes',
        'RestrictSUIDSGID=yes',
        'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK',
        'SystemCallArchitectures=native',
      ];
  if (scope === 'user') return forAll;
  return [
    ...forAll,
    'ProtectSystem=full',
    'ProtectKernelTunables=yes',
    'ProtectKernelModules=yes',
    'ProtectKernelLogs=yes',
    'ProtectControlGroups=yes',
    'ProtectClock=yes',
    ...(isElectron ? [] : ['PrivateDevices=yes', 'RestrictNamespaces=yes']),
  ];
}

/** Quotes a word of a command line in a unit. */
function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`);
  return `"${escaped.replaceAll('%', '%%')}"`;
}
