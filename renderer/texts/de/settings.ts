import type { settings as english } from '../en/settings.ts';

export const settings: Record<keyof typeof english, string> = {
  'settings.title': 'Einstellungen',
  'settings.line': 'Jede Änderung wird sofort gesichert.',
  'settings.sections': 'Abschnitte',
  'settings.saved': 'Gesichert',
  'settings.undone': 'Zurückgenommen',
  'settings.elsewhere': 'In einem anderen Fenster gesichert: {value}',
  'settings.nothing': 'nichts',
  'settings.takeTheirs': 'Übernehmen',
  'settings.keepMine': 'Eigenes behalten',
  'settings.managed': 'Vom Administrator festgelegt',
  'settings.managed.most': 'Der Administrator erlaubt höchstens {count, number}.',

  'settings.service': 'Dienst',
  'settings.service.isDemo':
    'Darkslide arbeitet mit dem Demo-Dienst auf diesem Rechner. Das eigene Konto verbinden, um mit dem echten zu arbeiten.',
  'settings.service.is': 'Darkslide arbeitet mit',
  'settings.service.fixed':
    'Der Dienst wurde beim Start von Darkslide festgelegt und lässt sich hier nicht ändern. Zum Wählen ohne --service starten.',
  'settings.service.url': 'Adresse des Dienstes',
  'settings.service.urlHelp':
    'Wie das Konto sie zeigt. Aufträge der Demo bleiben in ihrem eigenen Auftragsbuch.',
  'settings.service.key': 'API-Schlüssel',
  'settings.service.keyHelp.desktop': 'Er wird im Schlüsselbund dieses Rechners aufbewahrt.',
  'settings.service.keyHelp.browser':
    'Er wird vergessen, wenn Darkslide endet; DARKSLIDE_API_KEY setzen, um ihn zu behalten.',
  'settings.service.keyKept': 'Vorhanden; zum Ersetzen eingeben',
  'settings.service.test': 'Verbindung testen',
  'settings.service.testing': 'Wird getestet…',
  'settings.service.connect': 'Verbinden',
  'settings.service.connecting': 'Wird verbunden…',
  'settings.service.disconnect': 'Zurück zur Demo',
  'settings.service.good': 'Die Verbindung funktioniert.',
  'settings.service.bad': 'Die Verbindung funktioniert noch nicht. Nichts wurde geändert.',
  'settings.service.connected': 'Darkslide arbeitet jetzt mit {url}.',
  'settings.service.backInDemo': 'Darkslide arbeitet jetzt mit dem Demo-Dienst.',
  'settings.key.none': 'Dafür gibt es keinen Schlüssel.',
  'settings.key.keychain': 'Sein Schlüssel liegt im Schlüsselbund dieses Rechners.',
  'settings.key.environment': 'Sein Schlüssel kommt aus DARKSLIDE_API_KEY.',
  'settings.key.session':
    'Sein Schlüssel wird vergessen, wenn Darkslide endet; DARKSLIDE_API_KEY setzen, um ihn zu behalten.',
  'settings.step.address': 'Die Adresse ist richtig geschrieben',
  'settings.step.proxy': 'Der Proxy gibt den Weg frei',
  'settings.step.name': 'Zum Namen gibt es eine Adresse',
  'settings.step.connection': 'Erreichbar',
  'settings.step.certificate': 'Das Zertifikat stimmt',
  'settings.step.envelope': 'Dort antwortet der Dienst',
  'settings.step.key': 'Der Schlüssel wird angenommen',
  'settings.stepBad.address': 'Die Adresse ist nicht gültig',
  'settings.stepBad.proxy': 'Der Proxy gibt den Weg nicht frei',
  'settings.stepBad.name': 'Zum Namen gibt es keine Adresse',
  'settings.stepBad.connection': 'Nicht erreichbar',
  'settings.stepBad.certificate': 'Das Zertifikat stimmt nicht',
  'settings.stepBad.envelope': 'Dort antwortet der Dienst nicht',
  'settings.stepBad.key': 'Der Schlüssel wird nicht angenommen',

  'settings.network': 'Netzwerk',
  'settings.network.mode': 'Nutzung des Netzes',
  'settings.network.mode.normal': 'Nach Bedarf',
  'settings.network.mode.metered': 'Getaktet',
  'settings.network.mode.offline': 'Offline',
  'settings.network.mode.normal.help': 'Listen und Bilder werden im Hintergrund aufgefrischt.',
  'settings.network.mode.metered.help':
    'Fotos und Ergebnisse reisen wie immer. Listen der Modelle und Szenen, ihre Bilder und das Konto werden nur auf Wunsch aufgefrischt.',
  'settings.network.mode.offline.help':
    'Nichts wird gesendet. Fotos werden aufgenommen und vorbereitet und warten; Ergebnisse, die hier sind, lassen sich nutzen. Eine Anfrage, die schon unterwegs ist, wird noch beantwortet.',
  'settings.network.proxy': 'Proxy',
  'settings.network.proxy.system': 'Wie im System',
  'settings.network.proxy.none': 'Keiner',
  'settings.network.proxy.manual': 'Dieser',
  'settings.network.proxyUrl': 'Adresse des Proxys',
  'settings.network.user': 'Benutzername für den Proxy',
  'settings.network.userHelp': 'Nur, wenn der Proxy danach fragt.',
  'settings.network.password': 'Passwort für den Proxy',
  'settings.network.passwordKept': 'Vorhanden; zum Ersetzen eingeben',
  'settings.network.passwordFor': 'Nur für {proxy}; keinem anderen Proxy wird es genannt.',
  'settings.network.passwordForNone':
    'Das System nennt jetzt keinen Proxy für den Dienst, also keinen, für den ein Passwort aufbewahrt werden könnte.',
  'settings.network.certificates': 'Weitere Stammzertifikate',
  'settings.network.certificatesHelp':
    'Ganzer Pfad einer PEM-Datei, für Netze, die in Verbindungen hineinsehen. Denen des Systems wird ohnehin vertraut.',
  'settings.network.certificatesChoose': 'Datei wählen …',
  'settings.network.saved': 'Die Netzwerkeinstellungen sind gesichert.',

  'settings.callback': 'Benachrichtigungen des Dienstes',
  'settings.callback.isOn': 'Benachrichtigungen empfangen',
  'settings.callback.isOn.help':
    'Der Dienst meldet, wenn Bilder fertig sind, statt gefragt zu werden. Dazu braucht es eine eigene Adresse, die aus dem Internet erreichbar ist: Portweiterleitung, Tunnel oder Reverse-Proxy.',
  'settings.callback.publicUrl': 'Öffentliche Adresse',
  'settings.callback.publicUrl.help':
    'Beginnt mit https:// oder http://, darf einen Pfad haben und führt zum Port darunter.',
  'settings.callback.sources': 'Adressen, von denen der Dienst sendet',
  'settings.callback.sources.help':
    'Eine pro Zeile, wie der Dienst sie nennt; ein Netz als 192.0.2.0/24. Niemand sonst wird eingelassen.',
  'settings.callback.proxies': 'Vertraute Reverse-Proxys',
  'settings.callback.proxies.help':
    'Adressen des eigenen Proxys oder Tunnels, wenn Anfragen darüber kommen: 127.0.0.1 für einen auf diesem Rechner. Seinem X-Forwarded-For wird geglaubt.',
  'settings.callback.listenOn': 'Empfängt auf',
  'settings.callback.listenOn.help':
    '127.0.0.1 für einen Proxy oder Tunnel auf diesem Rechner, 0.0.0.0 für eine Portweiterleitung.',
  'settings.callback.port': 'Port',
  'settings.callback.test': 'Öffentliche Adresse testen',
  'settings.callback.testing': 'Wird getestet …',
  'settings.callback.listens': 'Empfängt auf {address}.',
  'settings.callback.noAddress':
    'Dem Dienst wird noch keine Adresse genannt: Die öffentliche Adresse fehlt.',
  'settings.callback.noSources':
    'Noch wird niemand eingelassen: Die Adressen, von denen der Dienst sendet, fehlen.',
  'settings.callback.none': 'Seit dem Start von Darkslide kam keine Benachrichtigung.',
  'settings.callback.last':
    'Letzte Benachrichtigung {time}, {count, plural, one {# insgesamt} other {# insgesamt}} seit dem Start von Darkslide.',
  'settings.callback.lastRefusal': 'Die letzte abgelehnte kam von {from}, {time}.',
  'settings.callback.refused.origin':
    '{count, plural, one {# Anfrage} other {# Anfragen}} abgelehnt: nicht von den Adressen des Dienstes.',
  'settings.callback.refused.address':
    '{count, plural, one {# Anfrage} other {# Anfragen}} abgelehnt: zu keiner Ausführung dieses Studios.',
  'settings.callback.refused.method':
    '{count, plural, one {# Anfrage} other {# Anfragen}} abgelehnt: nicht wie eine Benachrichtigung gesendet.',
  'settings.callback.refused.size':
    '{count, plural, one {# Anfrage} other {# Anfragen}} abgelehnt: zu groß oder abgeschnitten.',
  'settings.callback.refused.connections':
    '{count, plural, one {# Verbindung} other {# Verbindungen}} abgelehnt: zu viele Fremde zugleich.',
  'settings.callback.refused.ledger':
    '{count, plural, one {# Benachrichtigung ließ} other {# Benachrichtigungen ließen}} sich nicht festhalten; der Dienst sendet erneut und wird gefragt.',
  'settings.callback.test.reached':
    'Die öffentliche Adresse führt hierher: Eine Anfrage war nach {ms} ms zurück. Sie schien von {from} zu kommen.',
  'settings.callback.test.nowhere': 'nirgendwo',
  'settings.callback.test.proxy-not-trusted':
    'Sie kam über einen Reverse-Proxy, der nicht zu den vertrauten gehört. Seine Adresse dort eintragen, sonst werden Benachrichtigungen des Dienstes abgelehnt.',
  'settings.callback.test.no-sources':
    'Die des Dienstes werden abgelehnt: Die Adressen, von denen er sendet, fehlen.',
  'settings.callback.test.elsewhere':
    'An der öffentlichen Adresse antwortet jemand anderes ({detail}). Nachsehen, wohin Proxy, Tunnel oder Portweiterleitung führen.',
  'settings.callback.test.unreached':
    'An der öffentlichen Adresse antwortet niemand ({detail}). Viele Router leiten die eigene Adresse nicht zurück nach innen: auch von außen versuchen, mit einem Telefon außerhalb des Studionetzes.',
  'settings.callback.test.off': 'Darkslide empfängt jetzt nicht, es gibt nichts zu testen.',
  'settings.money': 'Geld',
  'settings.imagesPerDay': 'Bilder pro Tag, über alle Ordner',
  'settings.imagesPerDay.help':
    'Am Limit wird bis zum nächsten Tag nichts mehr gekauft; Fotos warten, keines fällt weg. Leer heißt kein Limit.',
  'settings.noLimit': 'Kein Limit',
  'settings.askAbove': 'Nachfragen, wenn mehr Fotos auf einmal kommen als',
  'settings.askAbove.help': 'Ein größerer Schwung wartet auf ein Ja, bevor der Rest gekauft wird.',
  'settings.unit.images': 'Bilder',
  'settings.unit.photos': 'Fotos',
  'settings.unit.atOnce': 'zugleich',
  'settings.unit.minutes': 'Min.',

  'settings.work': 'Arbeit',
  'settings.inFlight': 'Fotos, an denen der Dienst zugleich arbeitet',
  'settings.inFlight.help': 'Mehr ist schneller, bis der Dienst bremst.',
  'settings.doubtWindow': 'Bei verlorener Antwort nachfragen für',
  'settings.doubtWindow.help':
    'Eine Anfrage, deren Antwort verloren ging, kann noch angenommen werden. So lange fragt Darkslide danach und sendet nichts erneut; erst dann fragt es nach.',

  'settings.folders': 'Ordner',
  'settings.outFolder': 'Wohin die Ergebnisse kommen',
  'settings.outFolder.help': 'Vorschlag für neue überwachte Ordner. Leer heißt kein Vorschlag.',
  'settings.marksInFiles': 'Sterne und Favoriten in die Dateien schreiben',
  'settings.marksInFiles.help':
    'Lightroom und Capture One sehen sie dann. Geschrieben wird nur, was über ein Bild gesagt ist, nie das Bild; eine Datei, die ein anderes Programm geändert hat, bleibt unberührt.',
  'settings.marksInFiles.waiting':
    '{count, plural, one {# Datei wird} other {# Dateien werden}} geschrieben …',
  'settings.marksInFiles.untold':
    '{count, plural, one {# Bewertung steht nicht in ihrer Datei} other {# Bewertungen stehen nicht in ihren Dateien}}.',
  'settings.marksInFiles.write': 'Jetzt schreiben',
  'settings.dataFolder': 'Datenordner',
  'settings.dataFolder.help':
    'Auftragsbuch, Einstellungen und Protokoll. Er wird beim Start von Darkslide mit --data gewählt.',

  'settings.naming': 'Benennung',
  'settings.naming.line': 'Vorschlag für neue Rezepte. Ein Foto namens {photo}',
  'settings.naming.exampleRecipe': 'Weißer Hintergrund',
  'settings.sku': "Muster für '{sku}'",
  'settings.sku.help':
    'Ein regulärer Ausdruck mit einer Gruppe in runden Klammern um die Artikelnummer. Leer heißt: die Buchstaben und Ziffern am Anfang des Namens.',
  'settings.sku.usual': 'Buchstaben und Ziffern am Anfang',
  'settings.sku.takes': 'nimmt aus {photo}:',
  'settings.sku.none': 'nichts',

  'settings.window': 'Fenster',
  'settings.language': 'Sprache',
  'settings.language.system': 'Wie im System',
  'settings.language.en': 'English',
  'settings.language.de': 'Deutsch',
  'settings.language.zh-CN': '简体中文',
  'settings.appearance': 'Umgebung des Fotos',
  'settings.appearance.dark': 'Dunkelgrau',
  'settings.appearance.mid': 'Mittelgrau',
  'settings.appearance.light': 'Hellgrau',
  'settings.appearance.help': 'Immer ohne Farbstich, damit sie das Farbsehen nicht verändert.',
  'settings.notifications': 'Mitteilungen',
  'settings.notifications.help':
    'Eine, wenn ein Stapel endet oder Antwort braucht, nie eine pro Foto.',
  'settings.desktopOnly': 'Nur in der Desktop-App.',
  'settings.keepRunning': 'Weiterlaufen, wenn das Fenster geschlossen wird',
  'settings.keepRunning.help':
    'Überwachte Ordner werden abgearbeitet, und das Symbol in der Leiste zeigt, wie weit.',
  'settings.loginItem': 'Bei der Anmeldung starten',
  'settings.loginItem.help': 'Darkslide startet ohne Fenster und arbeitet weiter.',
  'settings.loginItem.installedOnly':
    'Nur die installierte Desktop-App kann bei der Anmeldung starten.',
  'settings.keepRunning.browser':
    'Diese Seite darf jederzeit geschlossen werden; die Arbeit geht weiter, bis Darkslide selbst beendet wird.',

  'settings.updates': 'Updates',
  'settings.updates.this': 'Dies ist Version {version}.',
  'settings.updates.looked': 'Zuletzt nach einer neueren gesucht: {time}.',
  'settings.updates.idle': 'Nach einer neueren Version wird bald gesucht.',
  'settings.updates.checking': 'Suche nach einer neueren Version …',
  'settings.updates.up-to-date': 'Darkslide ist auf dem neuesten Stand.',
  'settings.updates.available': 'Version {version} ist da.',
  'settings.updates.downloading': 'Version {version} wird geholt: {share}',
  'settings.updates.ready':
    'Version {version} liegt bereit. Sie wird beim Beenden installiert, oder jetzt bei einem Neustart.',
  'settings.updates.from.browser':
    'Im Browser aktualisiert sich Darkslide nicht selbst. Die neue Version so installieren wie diese.',
  'settings.updates.from.checkout':
    'Darkslide läuft hier aus seinen Quellen und aktualisiert sich nicht selbst.',
  'settings.updates.from.system': 'Neue Versionen kommen mit den Updates des Systems.',
  'settings.updates.from.portable':
    'Das portable Darkslide aktualisiert sich nicht selbst. Die neue Version an seine Stelle legen.',
  'settings.updates.from.unsigned':
    'Dieser Fassung fehlt, woran eine echte neue Version zu erkennen wäre; daher holt sie keine. Neue Versionen von Hand installieren.',
  'settings.updates.notes': 'Neu in {version}',
  'settings.updates.restart': 'Jetzt neu starten',
  'settings.updates.download': 'Holen',
  'settings.updates.check': 'Jetzt suchen',
  'settings.updates.mode': 'Neue Versionen',
  'settings.updates.mode.automatic': 'Von selbst',
  'settings.updates.mode.ask': 'Auf Wunsch',
  'settings.updates.mode.off': 'Nie',
  'settings.updates.mode.automatic.help':
    'Sie werden im Hintergrund geholt und beim Beenden installiert, oder wenn das Fenster geschlossen ist und zehn Minuten lang nichts läuft.',
  'settings.updates.mode.ask.help': 'Eine neue Version wird gemeldet und erst auf Wunsch geholt.',
  'settings.updates.mode.off.help': 'Darkslide sucht nicht nach neuen Versionen.',
  'settings.updates.channel': 'Kanal',
  'settings.updates.channel.latest': 'Fertige Versionen',
  'settings.updates.channel.beta': 'Auch Versionen in Erprobung (Beta)',
  'settings.updates.busy': 'Neu starten, während Fotos in Arbeit sind?',
  'settings.updates.busy.text':
    'Was bezahlt ist, kommt erst sicher zu Ende; das Übrige geht nach dem Neustart weiter. Nichts geht verloren.',
  'settings.updates.busy.do': 'Trotzdem neu starten',

  'settings.help': 'Hilfe',
  'settings.log': 'Protokoll',
  'settings.log.least.info': 'Alles',
  'settings.log.least.warn': 'Warnungen und Fehler',
  'settings.log.least.error': 'Fehler',
  'settings.log.info': 'Info',
  'settings.log.warn': 'Warnung',
  'settings.log.error': 'Fehler',
  'settings.log.empty': 'Nichts dergleichen seit dem Start von Darkslide.',
  'settings.transfer': 'Einstellungen als Datei',
  'settings.transfer.line':
    'Für einen anderen Computer: was hier gewählt wurde, die Adresse des Dienstes und die gesicherten Rezepte. Schlüssel und Passwörter sind nicht dabei.',
  'settings.transfer.export': 'Exportieren …',
  'settings.transfer.import': 'Importieren …',
  'settings.transfer.taken':
    '{preferences, plural, =0 {Keine Einstellung übernommen} one {Eine Einstellung übernommen} other {# Einstellungen übernommen}}, {recipes, plural, =0 {kein Rezept hinzugefügt} one {ein Rezept hinzugefügt} other {# Rezepte hinzugefügt}}.',
  'settings.transfer.recipe': 'Rezept',
  'settings.transfer.left':
    '{count, plural, one {Eines wurde ausgelassen:} other {# wurden ausgelassen:}}',
  'settings.diagnostics': 'Diagnose',
  'settings.diagnostics.line':
    'Ein Text für den Support: Versionen, Einstellungen, Zahlen und Protokoll, ohne Schlüssel und private Pfade. Vor dem Senden durchlesen.',
  'settings.diagnostics.show': 'Diagnose zeigen',
  'settings.diagnostics.renew': 'Erneuern',
  'settings.diagnostics.save': 'Als Datei sichern',

  'settings.refused.count': 'Eine ganze Zahl von {least} bis {most} eingeben.',
  'settings.refused.path': 'Den ganzen Pfad ab dem Laufwerk eingeben.',
};
