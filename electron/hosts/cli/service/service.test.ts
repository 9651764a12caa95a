import { describe, expect, it } from 'vitest';
import { quoteForWindows } from '../../../base/quote.ts';
import { folderInPlist, launchdPlist } from './launchd.ts';
import { changedLines, isServiceName, checkWritable, type ServicePlan } from './plan.ts';
import { folderInUnit, systemdUnit } from './systemd.ts';
import { folderInTask, taskName, taskXml, checkTask } from './task.ts';
import { problemIn } from '#shared/problem.ts';

const plan: ServicePlan = {
  name: 'white',
  what: 'hot folder',
  scope: 'user',
  account: null,
  command: ['/opt/my $apps/node', '/opt/d/main.js', 'watch', `/Übung "a" \\ 100% $HOME <&> it's`],
  folder: '/home/ann lee/50%',
  isElectron: false,
};

describe('the definition of a service', () => {
  it('is written as a systemd unit', () => {
    expect(systemdUnit(plan)).toBe(String.raw`[Unit]
Description=Darkslide hot folder white
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart="/opt/my $apps/node" "/opt/d/main.js" "watch" "/Übung \"a\" \\ 100%% $$HOME <&> it's"
WorkingDirectory=/home/ann lee/50%%
Restart=always
RestartSec=30
RestartPreventExitStatus=2 3
SuccessExitStatus=1
KillMode=mixed
KillSignal=SIGTERM
TimeoutStopSec=300
NoNewPrivileges=yes
LockPersonality=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
SystemCallArchitectures=native

[Install]
WantedBy=default.target
`);
    expect(folderInUnit(systemdUnit(plan))).toBe(plan.folder);
  });

  it('is written as a system-wide systemd unit, and does not restrict the desktop app’s own sandbox', () => {
    const unit = systemdUnit({ ...plan, scope: 'system', account: 'studio', isElectron: true });
    expect(unit.split('\n').filter((line) => !systemdUnit(plan).includes(line))).toEqual([
      'Wants=network-online.target',
      'After=network-online.target',
      'User=studio',
      'ProtectSystem=full',
      'ProtectKernelTunables=yes',
      'ProtectKernelModules=yes',
      'ProtectKernelLogs=yes',
      'ProtectControlGroups=yes',
      'ProtectClock=yes',
      'WantedBy=multi-user.target',
    ]);
    expect(unit).not.toContain('NoNewPrivileges');
  });

  it('is written as a launchd property list', () => {
    expect(launchdPlist({ ...plan, account: 'studio' })).toBe(
      String.raw`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>app.darkslide.service.white</string>
  <key>ProgramArguments</key>
  <array>
    <string>/opt/my $apps/node</string>
    <string>/opt/d/main.js</string>
    <string>watch</string>
    <string>/Übung "a" \ 100% $HOME &lt;&amp;&gt; it's</string>
  </array>
  <key>WorkingDirectory</key>
  <string>/home/ann lee/50%</string>
  <key>UserName</key>
  <string>studio</string>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>30</integer>
  <key>ExitTimeOut</key>
  <integer>300</integer>
</dict>
</plist>
`,
    );
    const odd = { ...plan, folder: '/a&amp;<b>' };
    expect(folderInPlist(launchdPlist(odd))).toBe(odd.folder);
  });

  it('is written as a Windows task', () => {
    const windows = {
      ...plan,
      command: [
        String.raw`C:\Program Files\nodejs\node.exe`,
        'watch',
        String.raw`D:\In & Out` + '\\',
      ],
      folder: String.raw`C:\Data & more`,
    };
    expect(taskName('white')).toBe(String.raw`\Darkslide` + String.raw`\white`);
    const xml = taskXml(windows, String.raw`STUDIO\ann`);
    expect(xml).toContain('<UserId>STUDIO\\ann</UserId>\n    </LogonTrigger>');
    expect(xml).toContain(
      '<Command>C:\\Program Files\\nodejs\\node.exe</Command>\n' +
        '      <Arguments>watch "D:\\In &amp; Out\\\\"</Arguments>\n' +
        '      <WorkingDirectory>C:\\Data &amp; more</WorkingDirectory>',
    );
    expect(folderInTask(xml)).toBe(windows.folder);
    const atBoot = taskXml({ ...windows, account: 'studio' }, 'ann');
    expect(atBoot).toContain('<BootTrigger />');
    expect(atBoot).toContain('<UserId>studio</UserId>\n      <LogonType>S4U</LogonType>');
  });

  it.each([
    ['plain', 'plain'],
    ['', '""'],
    ['a b', '"a b"'],
    [String.raw`a\b`, String.raw`a\b`],
    [`a b\\`, `"a b\\\\"`],
    ['say "hi"', String.raw`"say \"hi\""`],
    [String.raw`a\" b`, String.raw`"a\\\" b"`],
  ])('quotes the argument %j for Windows as %j', (text, quoted) => {
    expect(quoteForWindows(text)).toBe(quoted);
  });

  it('refuses arguments that a definition can’t contain', () => {
    const withArgument = (text: string) => ({ ...plan, command: ['/node', text] });
    for (const text of ['a\nb', 'a\u0000b', 'a\rb', 'a\u001Bb']) {
      expect(problemIn(checkWritable(withArgument(text)))?.code).toBe('service-unwritable');
    }
    expect(problemIn(checkWritable({ ...plan, folder: '/data\\' }))?.code).toBe(
      'service-unwritable',
    );
    expect(checkWritable(plan).ok).toBe(true);
    expect(problemIn(checkTask(withArgument('%USERPROFILE%')))?.code).toBe('service-unwritable');
    expect(problemIn(checkTask(withArgument('$(Arg0)')))?.code).toBe('service-unwritable');
    expect(checkTask(withArgument('100% white')).ok).toBe(true);
  });

  it('accepts only names that are valid on every system', () => {
    expect(['white', 'a', 'a-1', '0'.repeat(40)].every(isServiceName)).toBe(true);
    const bad = ['', 'White', 'a b', '-a', 'a-', '../a', 'a.b', 'ä', 'a@b', '0'.repeat(41)];
    expect(bad.filter(isServiceName)).toEqual([]);
  });

  it('lists the lines that differ from the previous definition', () => {
    expect(changedLines('a=1\n\nb=2\n', 'a=1\nb=3\n')).toEqual(['- b=2', '+ b=3']);
    expect(changedLines('a\n', 'a\n')).toEqual([]);
  });
});
