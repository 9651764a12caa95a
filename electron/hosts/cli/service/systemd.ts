import { PAUSE_SECONDS, STOP_SECONDS, type ServicePlan } from './plan.ts';

/**
 * The unit of systemd (systemd.service(5)). It ends with SIGTERM to the command alone, whose helpers it
 * ends itself; what it prints is in the journal. Status 1 says that photos are held or failed, which is
 * no failure of the service; 2 and 3 are refusals that another start would only repeat.
 */
export function systemdUnit(plan: ServicePlan): string {
  const { name, scope, account, command, folder } = plan;
  const [program = '', ...args] = command;
  const isSystem = scope === 'system';
  return [
    '[Unit]',
    `Description=Darkslide drop folder ${name}`,
    ...(isSystem ? ['Wants=network-online.target', 'After=network-online.target'] : []),
    'StartLimitIntervalSec=0',
    '',
    '[Service]',
    'Type=exec',
    // no variable is looked for in the path of the program, so that its $ stands for itself
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

/** The data folder that a unit of ours says. */
export function folderInUnit(text: string): string | null {
  return /^WorkingDirectory=(.+)$/mu.exec(text)?.[1]?.replaceAll('%%', '%') ?? null;
}

/**
 * Nothing here makes a folder of the person read-only: shares are mounted when they are, and what is not
 * there at the start could not be excepted by name.
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

/** One word of a command line in a unit. */
function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`);
  return `"${escaped.replaceAll('%', '%%')}"`;
}
