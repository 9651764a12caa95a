export const settings = {
  'settings.title': 'Settings',
  'settings.line': 'Each change is kept as you make it.',
  'settings.sections': 'Sections',
  'settings.saved': 'Saved',
  'settings.undone': 'Taken back',
  'settings.elsewhere': 'Another window saved: {value}',
  'settings.nothing': 'nothing',
  'settings.takeTheirs': 'Take it',
  'settings.keepMine': 'Keep mine',
  'settings.managed': 'Set by your administrator',
  'settings.managed.most': 'Your administrator allows at most {count, number}.',

  'settings.service': 'Service',
  'settings.service.isDemo':
    'Darkslide works with the demo service on this computer. Connect your account to work with the real one.',
  'settings.service.is': 'Darkslide works with',
  'settings.service.fixed':
    'The service was named when Darkslide was started, so it is not changed here. Start it without --service to choose one.',
  'settings.service.url': 'Address of the service',
  'settings.service.urlHelp': 'As your account shows it. Jobs of the demo stay in its own ledger.',
  'settings.service.key': 'API key',
  'settings.service.keyHelp.desktop': 'It is kept in the keychain of this computer.',
  'settings.service.keyHelp.browser':
    'It is forgotten when Darkslide ends; set DARKSLIDE_API_KEY to keep it.',
  'settings.service.keyKept': 'There is one; type to replace it',
  'settings.service.test': 'Test connection',
  'settings.service.testing': 'Testing…',
  'settings.service.connect': 'Connect',
  'settings.service.connecting': 'Connecting…',
  'settings.service.disconnect': 'Back to the demo',
  'settings.service.good': 'The connection works.',
  'settings.service.bad': 'The connection does not work yet. Nothing was changed.',
  'settings.service.connected': 'Darkslide works with {url} now.',
  'settings.service.backInDemo': 'Darkslide works with the demo service now.',
  'settings.key.none': 'There is no key for it.',
  'settings.key.keychain': 'Its key is kept in the keychain of this computer.',
  'settings.key.environment': 'Its key comes from DARKSLIDE_API_KEY.',
  'settings.key.session':
    'Its key is forgotten when Darkslide ends; set DARKSLIDE_API_KEY to keep it.',
  'settings.step.address': 'The address is well formed',
  'settings.step.proxy': 'The proxy opens the way',
  'settings.step.name': 'There is an address for the name',
  'settings.step.connection': 'It can be reached',
  'settings.step.certificate': 'The certificate is right',
  'settings.step.envelope': 'The service answers there',
  'settings.step.key': 'The key is accepted',
  'settings.stepBad.address': 'The address is not valid',
  'settings.stepBad.proxy': 'The proxy does not open the way',
  'settings.stepBad.name': 'There is no address for the name',
  'settings.stepBad.connection': 'It cannot be reached',
  'settings.stepBad.certificate': 'The certificate is not right',
  'settings.stepBad.envelope': 'The service does not answer there',
  'settings.stepBad.key': 'The key is not accepted',

  'settings.network': 'Network',
  'settings.network.mode': 'Use of the network',
  'settings.network.mode.normal': 'As needed',
  'settings.network.mode.metered': 'Metered',
  'settings.network.mode.offline': 'Offline',
  'settings.network.mode.normal.help': 'Lists and pictures are refreshed behind you.',
  'settings.network.mode.metered.help':
    'Photos and results travel as usual. Lists of models and scenes, their pictures and your account are refreshed only when you ask for it.',
  'settings.network.mode.offline.help':
    'Nothing is sent. Photos are taken in and prepared, and wait; results that are here can be used. A request that is on its way is still answered.',
  'settings.network.proxy': 'Proxy',
  'settings.network.proxy.system': 'As the system says',
  'settings.network.proxy.none': 'None',
  'settings.network.proxy.manual': 'This one',
  'settings.network.proxyUrl': 'Address of the proxy',
  'settings.network.user': 'Name for the proxy',
  'settings.network.userHelp': 'Only where the proxy asks for one.',
  'settings.network.password': 'Password for the proxy',
  'settings.network.passwordKept': 'There is one; type to replace it',
  'settings.network.passwordFor': 'Only for {proxy}; no other proxy is told it.',
  'settings.network.passwordForNone':
    'The system names no proxy for the service now, so there is none that a password could be kept for.',
  'settings.network.certificates': 'Further root certificates',
  'settings.network.certificatesHelp':
    'Whole path of a PEM file, for networks that look into connections. Those of the system are trusted anyway.',
  'settings.network.certificatesChoose': 'Choose file …',
  'settings.network.saved': 'The network settings are kept.',

  'settings.callback': 'Notifications from the service',
  'settings.callback.isOn': 'Listen for notifications',
  'settings.callback.isOn.help':
    'The service tells when images are ready, instead of being asked. It needs an address of yours that can be reached from the internet: a port forward, a tunnel or a reverse proxy.',
  'settings.callback.publicUrl': 'Public address',
  'settings.callback.publicUrl.help':
    'Begins with https:// or http://, may have a path, and leads to the port below.',
  'settings.callback.sources': 'Addresses that the service sends from',
  'settings.callback.sources.help':
    'One a line, as your service names them; a network as 192.0.2.0/24. Nobody else is let in.',
  'settings.callback.proxies': 'Trusted reverse proxies',
  'settings.callback.proxies.help':
    'Addresses of your own proxy or tunnel, if requests come through one: 127.0.0.1 for one on this computer. Its X-Forwarded-For is believed.',
  'settings.callback.listenOn': 'Listens on',
  'settings.callback.listenOn.help':
    '127.0.0.1 for a proxy or tunnel on this computer, 0.0.0.0 for a port forward.',
  'settings.callback.port': 'Port',
  'settings.callback.test': 'Try the public address',
  'settings.callback.testing': 'Trying …',
  'settings.callback.listens': 'Listening on {address}.',
  'settings.callback.noAddress':
    'The service is not given an address yet: the public address is missing.',
  'settings.callback.noSources':
    'Nobody is let in yet: the addresses that the service sends from are missing.',
  'settings.callback.none': 'No notification has come since Darkslide was opened.',
  'settings.callback.last':
    'Last notification {time}, {count, plural, one {# in all} other {# in all}} since Darkslide was opened.',
  'settings.callback.lastRefusal': 'The last refused one came from {from}, {time}.',
  'settings.callback.refused.origin':
    '{count, plural, one {# request} other {# requests}} refused: not from the service’s addresses.',
  'settings.callback.refused.address':
    '{count, plural, one {# request} other {# requests}} refused: about no execution of this studio.',
  'settings.callback.refused.method':
    '{count, plural, one {# request} other {# requests}} refused: not sent as a notification is.',
  'settings.callback.refused.size':
    '{count, plural, one {# request} other {# requests}} refused: too large, or cut off.',
  'settings.callback.refused.connections':
    '{count, plural, one {# connection} other {# connections}} refused: too many strangers at once.',
  'settings.callback.refused.ledger':
    '{count, plural, one {# notification} other {# notifications}} could not be written down; the service sends again, and is asked.',
  'settings.callback.test.reached':
    'The public address leads here: a request was back after {ms} ms. It seemed to come from {from}.',
  'settings.callback.test.nowhere': 'nowhere',
  'settings.callback.test.proxy-not-trusted':
    'It came through a reverse proxy that is not among the trusted ones. Add its address there, or the service’s notifications will be refused.',
  'settings.callback.test.no-sources':
    'The service’s own will be refused: the addresses that it sends from are missing.',
  'settings.callback.test.elsewhere':
    'Somebody else answers at the public address ({detail}). Look where your proxy, tunnel or port forward leads.',
  'settings.callback.test.unreached':
    'Nobody answers at the public address ({detail}). Many routers do not lead their own address back inside: try it from outside as well, with a phone off the studio’s network.',
  'settings.callback.test.off': 'Darkslide does not listen now, so there is nothing to try.',
  'settings.money': 'Money',
  'settings.imagesPerDay': 'Images a day, over all folders',
  'settings.imagesPerDay.help':
    'At the limit nothing more is bought until the next day; photos wait and none is dropped. Empty for no limit.',
  'settings.noLimit': 'No limit',
  'settings.askAbove': 'Ask when more photos come at once than',
  'settings.askAbove.help':
    'A sudden drop larger than this waits for your yes before the rest of it is bought.',
  'settings.unit.images': 'images',
  'settings.unit.photos': 'photos',
  'settings.unit.atOnce': 'at once',
  'settings.unit.minutes': 'min',

  'settings.work': 'Work',
  'settings.inFlight': 'Photos the service works on at once',
  'settings.inFlight.help': 'More is faster until the service asks to slow down.',
  'settings.doubtWindow': 'When an answer is lost, ask for',
  'settings.doubtWindow.help':
    'A request whose answer was lost may still be taken. For so long Darkslide asks whether it was, and sends nothing again; only then it asks you.',

  'settings.folders': 'Folders',
  'settings.outFolder': 'Where results go',
  'settings.outFolder.help': 'Offered for new drop folders. Empty for no suggestion.',
  'settings.marksInFiles': 'Write stars and picks into the files',
  'settings.marksInFiles.help':
    'Lightroom and Capture One see them then. Only what is said about a picture is written, never the picture; a file that another program has changed is left alone.',
  'settings.marksInFiles.waiting':
    '{count, plural, one {# file is} other {# files are}} being written …',
  'settings.marksInFiles.untold':
    '{count, plural, one {# mark is not in its file} other {# marks are not in their files}}.',
  'settings.marksInFiles.write': 'Write them now',
  'settings.dataFolder': 'Data folder',
  'settings.dataFolder.help':
    'Ledger, settings and log. It is chosen when Darkslide is started, with --data.',

  'settings.naming': 'Naming',
  'settings.naming.line': 'Offered for new recipes. A photo called {photo}',
  'settings.naming.exampleRecipe': 'White background',
  'settings.sku': "Pattern for '{sku}'",
  'settings.sku.help':
    'A regular expression with one group in round brackets around the article number. Empty for the letters and digits a name begins with.',
  'settings.sku.usual': 'Letters and digits at the beginning',
  'settings.sku.takes': 'takes from {photo}:',
  'settings.sku.none': 'nothing',

  'settings.window': 'Window',
  'settings.language': 'Language',
  'settings.language.system': 'As the system',
  'settings.language.en': 'English',
  'settings.language.de': 'Deutsch',
  'settings.language.zh-CN': '简体中文',
  'settings.appearance': 'Around the photo',
  'settings.appearance.dark': 'Dark grey',
  'settings.appearance.mid': 'Mid grey',
  'settings.appearance.light': 'Light grey',
  'settings.appearance.help':
    'Always without a tint, so that it does not change how you see colour.',
  'settings.notifications': 'Notifications',
  'settings.notifications.help': 'One when a batch ends or needs you, never one for each photo.',
  'settings.desktopOnly': 'Only in the desktop app.',
  'settings.keepRunning': 'Keep running when the window is closed',
  'settings.keepRunning.help': 'Drop folders are worked through, and the tray shows how far.',
  'settings.loginItem': 'Start Darkslide at login',
  'settings.loginItem.help': 'It starts hidden in the tray and goes on working.',
  'settings.loginItem.installedOnly': 'Only the installed desktop app can be started at login.',
  'settings.keepRunning.browser':
    'This page may be closed at any time; work goes on until Darkslide itself is ended.',

  'settings.updates': 'Updates',
  'settings.updates.this': 'This is version {version}.',
  'settings.updates.looked': 'Last looked for a newer one {time}.',
  'settings.updates.idle': 'A newer version is looked for soon.',
  'settings.updates.checking': 'Looking for a newer version …',
  'settings.updates.up-to-date': 'Darkslide is up to date.',
  'settings.updates.available': 'Version {version} is there.',
  'settings.updates.downloading': 'Fetching version {version}: {share}',
  'settings.updates.ready':
    'Version {version} is ready. It is installed when Darkslide is quit, or now if you restart it.',
  'settings.updates.from.browser':
    'In the browser Darkslide does not update itself. Install the new version the way this one was installed.',
  'settings.updates.from.checkout':
    'Darkslide runs from its sources here and does not update itself.',
  'settings.updates.from.system': 'New versions come with the updates of the system.',
  'settings.updates.from.portable':
    'The portable Darkslide does not update itself. Put the new version in its place.',
  'settings.updates.from.unsigned':
    'This build holds nothing to tell a genuine new version by, so it fetches none. Install new versions by hand.',
  'settings.updates.notes': 'What is new in {version}',
  'settings.updates.restart': 'Restart now',
  'settings.updates.download': 'Fetch it',
  'settings.updates.check': 'Check now',
  'settings.updates.mode': 'New versions',
  'settings.updates.mode.automatic': 'By themselves',
  'settings.updates.mode.ask': 'When I say so',
  'settings.updates.mode.off': 'Never',
  'settings.updates.mode.automatic.help':
    'Fetched in the background, and installed when you quit or when the window is closed and nothing runs for ten minutes.',
  'settings.updates.mode.ask.help':
    'You are told of a new version, and it is fetched when you say so.',
  'settings.updates.mode.off.help': 'Darkslide does not look for new versions.',
  'settings.updates.channel': 'Channel',
  'settings.updates.channel.latest': 'Finished versions',
  'settings.updates.channel.beta': 'Also versions that are being tried (beta)',
  'settings.updates.busy': 'Restart while photos are being worked on?',
  'settings.updates.busy.text':
    'What is paid for comes to a safe end first, and the rest goes on after the restart. Nothing is lost.',
  'settings.updates.busy.do': 'Restart all the same',

  'settings.help': 'Help',
  'settings.log': 'Log',
  'settings.log.least.info': 'Everything',
  'settings.log.least.warn': 'Warnings and errors',
  'settings.log.least.error': 'Errors',
  'settings.log.info': 'Info',
  'settings.log.warn': 'Warning',
  'settings.log.error': 'Error',
  'settings.log.empty': 'Nothing of the kind since Darkslide was started.',
  'settings.transfer': 'Settings as a file',
  'settings.transfer.line':
    'For another computer: what was chosen here, the address of the service and the saved recipes. Keys and passwords are not in it.',
  'settings.transfer.export': 'Export…',
  'settings.transfer.import': 'Import…',
  'settings.transfer.taken':
    '{preferences, plural, =0 {No setting was taken} one {One setting was taken} other {# settings were taken}}, {recipes, plural, =0 {no recipe was added} one {one recipe was added} other {# recipes were added}}.',
  'settings.transfer.left': '{count, plural, one {One was left out:} other {# were left out:}}',
  'settings.transfer.recipe': 'Recipe',
  'settings.diagnostics': 'Diagnostics',
  'settings.diagnostics.line':
    'A text for support: versions, settings, counts and log, without keys and private paths. Read it before you send it.',
  'settings.diagnostics.show': 'Show the diagnostics',
  'settings.diagnostics.renew': 'Renew',
  'settings.diagnostics.save': 'Save as a file',

  'settings.refused.count': 'Write a whole number from {least} to {most}.',
  'settings.refused.path': 'Write the whole path, from the root of the disk.',
} as const;
