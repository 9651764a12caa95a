export const settings = {
  'settings.title': 'Settings',
  'settings.line': 'Changes are saved automatically.',
  'settings.sections': 'Sections',
  'settings.saved': 'Saved',
  'settings.undone': 'Undone',
  'settings.elsewhere': 'Changed in another window to: {value}',
  'settings.nothing': 'empty',
  'settings.takeTheirs': 'Use that',
  'settings.keepMine': 'Keep mine',
  'settings.managed': 'Set by your administrator',
  'settings.managed.most': 'Your administrator allows up to {count, number}.',

  'settings.service': 'Service',
  'settings.service.isDemo':
    'You are using the demo service on this computer. Connect your account to use the real one.',
  'settings.service.is': 'Connected to',
  'settings.service.fixed':
    'The service was set when Darkslide started. To change it here, start Darkslide without --service.',
  'settings.service.url': 'Service address',
  'settings.service.urlHelp': 'Shown in your account. Demo jobs are kept separately.',
  'settings.service.key': 'API key',
  'settings.service.keyHelp.desktop': 'Stored in the keychain of this computer',
  'settings.service.keyHelp.browser':
    'Kept until Darkslide quits. To keep it, set DARKSLIDE_API_KEY.',
  'settings.service.keyKept': 'Saved. Type to replace it.',
  'settings.service.test': 'Test connection',
  'settings.service.testing': 'Testing…',
  'settings.service.connect': 'Connect',
  'settings.service.connecting': 'Connecting…',
  'settings.service.disconnect': 'Use demo service',
  'settings.service.good': 'The connection works.',
  'settings.service.bad': "Can't connect yet. Nothing was changed.",
  'settings.service.connected': 'Connected to {url}',
  'settings.service.backInDemo': 'Now using the demo service',
  'settings.key.none': 'No API key',
  'settings.key.keychain': 'The API key is stored in the keychain of this computer.',
  'settings.key.environment': 'The API key comes from DARKSLIDE_API_KEY.',
  'settings.key.session':
    'The API key is kept until Darkslide quits. To keep it, set DARKSLIDE_API_KEY.',
  'settings.step.address': 'Address is valid',
  'settings.step.proxy': 'Proxy works',
  'settings.step.name': 'Server found',
  'settings.step.connection': 'Server reached',
  'settings.step.certificate': 'Certificate is trusted',
  'settings.step.envelope': 'Service responds',
  'settings.step.key': 'Key accepted',
  'settings.stepBad.address': 'Address is not valid',
  'settings.stepBad.proxy': 'Proxy does not work',
  'settings.stepBad.name': 'Server not found',
  'settings.stepBad.connection': "Server can't be reached",
  'settings.stepBad.certificate': 'Certificate is not trusted',
  'settings.stepBad.envelope': 'Service does not respond',
  'settings.stepBad.key': 'Key not accepted',

  'settings.network': 'Network',
  'settings.network.mode': 'Network use',
  'settings.network.mode.normal': 'Normal',
  'settings.network.mode.metered': 'Metered',
  'settings.network.mode.offline': 'Offline',
  'settings.network.mode.normal.help': 'Lists and pictures refresh in the background.',
  'settings.network.mode.metered.help':
    'Photos and results are transferred as usual. Models, scenes and your account refresh only when you ask.',
  'settings.network.mode.offline.help':
    'Nothing new is sent. Photos are prepared and wait; results already downloaded stay available.',
  'settings.network.proxy': 'Proxy',
  'settings.network.proxy.system': 'System settings',
  'settings.network.proxy.none': 'None',
  'settings.network.proxy.manual': 'Manual',
  'settings.network.proxyUrl': 'Proxy address',
  'settings.network.user': 'Proxy user name',
  'settings.network.userHelp': 'Only if the proxy requires it',
  'settings.network.password': 'Proxy password',
  'settings.network.passwordKept': 'Saved. Type to replace it.',
  'settings.network.passwordFor': 'Sent only to {proxy}',
  'settings.network.passwordForNone':
    'The system uses no proxy for the service, so no password is needed.',
  'settings.network.certificates': 'Additional root certificates',
  'settings.network.certificatesHelp':
    "Full path of a PEM file, for networks that inspect traffic. The system's certificates are always trusted.",
  'settings.network.certificatesChoose': 'Choose file…',
  'settings.network.saved': 'Network settings saved',

  'settings.callback': 'Service notifications',
  'settings.callback.isOn': 'Receive notifications',
  'settings.callback.isOn.help':
    'The service tells Darkslide when images are ready. This needs an address that is reachable from the internet.',
  'settings.callback.publicUrl': 'Public address',
  'settings.callback.publicUrl.help':
    'Starts with https:// or http:// and leads to the port below, through a port forward, tunnel or reverse proxy.',
  'settings.callback.sources': 'Allowed senders',
  'settings.callback.sources.help':
    "The service's addresses or networks (192.0.2.0/24), one per line. All others are refused.",
  'settings.callback.proxies': 'Trusted reverse proxies',
  'settings.callback.proxies.help':
    'Only if requests come through your own proxy or tunnel; 127.0.0.1 for one on this computer. X-Forwarded-For from these addresses is trusted.',
  'settings.callback.listenOn': 'Listen on',
  'settings.callback.listenOn.help':
    '127.0.0.1 for a proxy or tunnel on this computer, 0.0.0.0 for a port forward.',
  'settings.callback.port': 'Port',
  'settings.callback.test': 'Test public address',
  'settings.callback.testing': 'Testing…',
  'settings.callback.listens': 'Listening on {address}',
  'settings.callback.noAddress': 'No notifications yet: enter the public address.',
  'settings.callback.noSources': 'All requests are refused: enter the allowed senders.',
  'settings.callback.none': 'No notifications since Darkslide started',
  'settings.callback.last':
    'Last notification {time}, {count, plural, one {# in total} other {# in total}} since Darkslide started',
  'settings.callback.lastRefusal': 'Last refused request {time}, from {from}',
  'settings.callback.refused.origin':
    '{count, plural, one {# request} other {# requests}} refused: not an allowed sender',
  'settings.callback.refused.address':
    '{count, plural, one {# request} other {# requests}} refused: not about a run of this studio',
  'settings.callback.refused.method':
    '{count, plural, one {# request} other {# requests}} refused: not a valid notification',
  'settings.callback.refused.size':
    '{count, plural, one {# request} other {# requests}} refused: too large or incomplete',
  'settings.callback.refused.connections':
    '{count, plural, one {# connection} other {# connections}} refused: too many at a time',
  'settings.callback.refused.ledger':
    '{count, plural, one {# notification} other {# notifications}} could not be saved. Darkslide asks the service instead.',
  'settings.callback.test.reached':
    'The public address works. A request came back after {ms} ms, from {from}.',
  'settings.callback.test.nowhere': 'an unknown address',
  'settings.callback.test.proxy-not-trusted':
    'It came through an untrusted reverse proxy. Add the proxy to the trusted ones, or notifications will be refused.',
  'settings.callback.test.no-sources':
    'Notifications will be refused until you enter the allowed senders.',
  'settings.callback.test.elsewhere':
    'Another server answers at the public address ({detail}). Check your proxy, tunnel or port forward.',
  'settings.callback.test.unreached':
    'No answer at the public address ({detail}). Your router may block requests from inside, so also try from a phone outside this network.',
  'settings.callback.test.off': 'Notifications are off, so there is nothing to test.',
  'settings.money': 'Spending',
  'settings.imagesPerDay': 'Daily limit',
  'settings.imagesPerDay.help': 'For all work together. Extra photos wait until tomorrow.',
  'settings.noLimit': 'No limit',
  'settings.askAbove': 'Confirm drops larger than',
  'settings.askAbove.help': 'Nothing more is charged until you confirm.',
  'settings.unit.images': 'images',
  'settings.unit.photos': 'photos',
  'settings.unit.atOnce': 'at a time',
  'settings.unit.minutes': 'minutes',

  'settings.work': 'Processing',
  'settings.inFlight': 'Photos in progress',
  'settings.inFlight.help': 'Higher is faster, until the service asks to slow down.',
  'settings.doubtWindow': 'After a lost answer, check for',
  'settings.doubtWindow.help':
    'Darkslide checks whether the request was charged, and asks you if it is still unclear. Nothing is sent twice.',

  'settings.folders': 'Folders',
  'settings.outFolder': 'Output folder',
  'settings.outFolder.help': 'Suggested for new hot folders',
  'settings.marksInFiles': 'Write ratings and picks to files',
  'settings.marksInFiles.help':
    'Visible in Lightroom and Capture One. Only metadata is written, and files changed by other apps are skipped.',
  'settings.marksInFiles.waiting':
    '{count, plural, one {Writing # file…} other {Writing # files…}}',
  'settings.marksInFiles.untold':
    '{count, plural, one {# file is not up to date.} other {# files are not up to date.}}',
  'settings.marksInFiles.write': 'Write now',
  'settings.dataFolder': 'Data folder',
  'settings.dataFolder.help':
    'Contains the ledger, settings and log. To change it, start Darkslide with --data.',

  'settings.naming': 'Naming',
  'settings.naming.line': 'Default for new recipes. The example uses {photo}.',
  'settings.naming.exampleRecipe': 'White background',
  'settings.sku': 'Article (SKU) pattern',
  'settings.sku.help': 'A regular expression with the article in parentheses',
  'settings.sku.usual': 'Letters and digits at the start',
  'settings.sku.takes': '{photo} gives',
  'settings.sku.none': 'no match',

  'settings.window': 'Window',
  'settings.language': 'Language',
  'settings.language.system': 'System language',
  'settings.language.en': 'English',
  'settings.language.de': 'Deutsch',
  'settings.language.zh-CN': '简体中文',
  'settings.appearance': 'Photo background',
  'settings.appearance.dark': 'Dark grey',
  'settings.appearance.mid': 'Mid grey',
  'settings.appearance.light': 'Light grey',
  'settings.appearance.help': 'Always neutral, so that colours look right',
  'settings.notifications': 'Notifications',
  'settings.notifications.help': 'When a batch finishes or needs attention',
  'settings.desktopOnly': 'Desktop app only',
  'settings.keepRunning': 'Keep running when the window is closed',
  'settings.keepRunning.help': 'Hot folders continue, and the tray shows their progress.',
  'settings.loginItem': 'Start Darkslide at login',
  'settings.loginItem.help': 'Starts hidden in the tray',
  'settings.loginItem.installedOnly': 'Installed desktop app only',
  'settings.keepRunning.browser': 'You can close this page. Work continues until Darkslide quits.',

  'settings.updates': 'Updates',
  'settings.updates.this': 'Version {version}',
  'settings.updates.looked': 'Last checked {time}',
  'settings.updates.idle': 'Darkslide will check for updates soon.',
  'settings.updates.checking': 'Checking for updates…',
  'settings.updates.up-to-date': 'Darkslide is up to date.',
  'settings.updates.available': 'Version {version} is available.',
  'settings.updates.downloading': 'Downloading version {version}: {share}',
  'settings.updates.ready':
    'Version {version} is ready. It is installed when you quit, or when you restart now.',
  'settings.updates.from.browser':
    'Darkslide in the browser does not update itself. Update it the way it was installed.',
  'settings.updates.from.checkout': 'Darkslide runs from source and does not update itself.',
  'settings.updates.from.system': 'Updates are managed by the system.',
  'settings.updates.from.portable':
    'The portable version does not update itself. Replace it with the new version.',
  'settings.updates.from.unsigned':
    "This build can't verify updates, so it downloads none. Install new versions manually.",
  'settings.updates.notes': "What's new in {version}",
  'settings.updates.restart': 'Restart now',
  'settings.updates.download': 'Download',
  'settings.updates.check': 'Check now',
  'settings.updates.mode': 'Install updates',
  'settings.updates.mode.automatic': 'Automatically',
  'settings.updates.mode.ask': 'Ask first',
  'settings.updates.mode.off': 'Never',
  'settings.updates.mode.automatic.help':
    'Updates are installed when you quit, or after ten idle minutes with the window closed.',
  'settings.updates.mode.ask.help':
    'Darkslide tells you about new versions and waits for you to download them.',
  'settings.updates.mode.off.help': 'Darkslide does not check for updates.',
  'settings.updates.channel': 'Channel',
  'settings.updates.channel.latest': 'Stable versions',
  'settings.updates.channel.beta': 'Stable and beta versions',
  'settings.updates.busy': 'Restart while photos are being processed?',
  'settings.updates.busy.text':
    'Runs already paid for finish safely first. The rest continues after the restart.',
  'settings.updates.busy.do': 'Restart now',

  'settings.help': 'Help',
  'settings.log': 'Log',
  'settings.log.least.info': 'Everything',
  'settings.log.least.warn': 'Warnings and errors',
  'settings.log.least.error': 'Errors',
  'settings.log.info': 'Info',
  'settings.log.warn': 'Warning',
  'settings.log.error': 'Error',
  'settings.log.empty': 'No entries since Darkslide started',
  'settings.transfer': 'Settings file',
  'settings.transfer.line':
    'Copies settings, service address and recipes to another computer. Keys and passwords are not included.',
  'settings.transfer.export': 'Export…',
  'settings.transfer.import': 'Import…',
  'settings.transfer.taken':
    '{preferences, plural, =0 {No settings imported} one {# setting imported} other {# settings imported}}, {recipes, plural, =0 {no recipes added} one {# recipe added} other {# recipes added}}.',
  'settings.transfer.left': '{count, plural, one {# skipped:} other {# skipped:}}',
  'settings.transfer.recipe': 'Recipe',
  'settings.diagnostics': 'Diagnostics',
  'settings.diagnostics.line':
    'A report for support with versions, settings, counts and log. It contains no keys or private paths; check it before you send it.',
  'settings.diagnostics.show': 'Show diagnostics',
  'settings.diagnostics.renew': 'Refresh',
  'settings.diagnostics.save': 'Save as file',

  'settings.refused.count': 'Enter a whole number from {least} to {most}.',
  'settings.refused.path': 'Enter the full path.',
} as const;
