import { PAUSE_SECONDS, STOP_SECONDS, type ServicePlan } from './plan.ts';

/** By which launchd knows a service. */
export function launchdLabel(name: string): string {
  return `app.darkslide.service.${name}`;
}

/**
 * The property list of launchd (launchd.plist(5)). It starts the command again unless that ended well,
 * which `--supervised` makes of a refusal that another start would only repeat.
 */
export function launchdPlist({ name, account, command, folder }: ServicePlan): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    '  <key>Label</key>',
    `  <string>${escapeXml(launchdLabel(name))}</string>`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...command.map((word) => `    <string>${escapeXml(word)}</string>`),
    '  </array>',
    '  <key>WorkingDirectory</key>',
    `  <string>${escapeXml(folder)}</string>`,
    ...(account === null
      ? []
      : ['  <key>UserName</key>', `  <string>${escapeXml(account)}</string>`]),
    '  <key>RunAtLoad</key>',
    '  <true/>',
    '  <key>KeepAlive</key>',
    '  <dict>',
    '    <key>SuccessfulExit</key>',
    '    <false/>',
    '  </dict>',
    '  <key>ThrottleInterval</key>',
    `  <integer>${PAUSE_SECONDS}</integer>`,
    '  <key>ExitTimeOut</key>',
    `  <integer>${STOP_SECONDS}</integer>`,
    '</dict>',
    '</plist>',
    '',
  ].join('\n');
}

/** The data folder that a property list of ours says. */
export function folderInPlist(text: string): string | null {
  const found = /<key>WorkingDirectory<\/key>\s*<string>([^<]+)</u.exec(text)?.[1];
  return found === undefined ? null : plainXml(found);
}

export function plainXml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** A text between two tags. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
