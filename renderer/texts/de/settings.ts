import type { settings as english } from '../en/settings.ts';

export const settings: Record<keyof typeof english, string> = {
  'settings.title': 'Einstellungen',
  'settings.line': 'Änderungen werden automatisch gesichert.',
  'settings.sections': 'Abschnitte',
  'settings.saved': 'Gesichert',
  'settings.undone': 'Rückgängig gemacht',
  'settings.elsewhere': 'In einem anderen Fenster geändert: {value}',
  'settings.nothing': 'leer',
  'settings.takeTheirs': 'Übernehmen',
  'settings.keepMine': 'Meines behalten',
  'settings.managed': 'Vom Administrator festgelegt',
  'settings.managed.most': 'Ihr Administrator erlaubt bis zu {count, number}.',

  'settings.service': 'Dienst',
  'settings.service.isDemo':
    'Sie verwenden den Demo-Dienst auf diesem Computer. Verbinden Sie Ihr Konto, um den echten zu verwenden.',
  'settings.service.is': 'Verbunden mit',
  'settings.service.fixed':
    'Der Dienst wurde beim Start von Darkslide festgelegt. Um ihn hier zu ändern, starten Sie ohne --service.',
  'settings.service.url': 'Dienstadresse',
  'settings.service.urlHelp': 'Steht in Ihrem Konto. Demo-Aufträge bleiben getrennt.',
  'settings.service.key': 'API-Schlüssel',
  'settings.service.keyHelp.desktop': 'Im Schlüsselbund dieses Computers gespeichert',
  'settings.service.keyHelp.browser':
    'Gilt, bis Darkslide beendet wird. Dauerhaft: DARKSLIDE_API_KEY setzen.',
  'settings.service.keyKept': 'Gesichert. Zum Ersetzen tippen.',
  'settings.service.test': 'Verbindung testen',
  'settings.service.testing': 'Wird getestet…',
  'settings.service.connect': 'Verbinden',
  'settings.service.connecting': 'Wird verbunden…',
  'settings.service.disconnect': 'Demo-Dienst verwenden',
  'settings.service.good': 'Die Verbindung funktioniert.',
  'settings.service.bad': 'Noch keine Verbindung. Nichts wurde geändert.',
  'settings.service.connected': 'Verbunden mit {url}',
  'settings.service.backInDemo': 'Demo-Dienst wird jetzt verwendet',
  'settings.key.none': 'Kein API-Schlüssel',
  'settings.key.keychain': 'Der API-Schlüssel ist im Schlüsselbund dieses Computers gespeichert.',
  'settings.key.environment': 'Der API-Schlüssel kommt aus DARKSLIDE_API_KEY.',
  'settings.key.session':
    'Der API-Schlüssel gilt, bis Darkslide beendet wird. Dauerhaft: DARKSLIDE_API_KEY setzen.',
  'settings.step.address': 'Adresse ist gültig',
  'settings.step.proxy': 'Proxy funktioniert',
  'settings.step.name': 'Server gefunden',
  'settings.step.connection': 'Server erreicht',
  'settings.step.certificate': 'Zertifikat ist vertrauenswürdig',
  'settings.step.envelope': 'Dienst antwortet',
  'settings.step.key': 'Schlüssel akzeptiert',
  'settings.stepBad.address': 'Adresse ist nicht gültig',
  'settings.stepBad.proxy': 'Proxy funktioniert nicht',
  'settings.stepBad.name': 'Server nicht gefunden',
  'settings.stepBad.connection': 'Server nicht erreichbar',
  'settings.stepBad.certificate': 'Zertifikat ist nicht vertrauenswürdig',
  'settings.stepBad.envelope': 'Dienst antwortet nicht',
  'settings.stepBad.key': 'Schlüssel nicht akzeptiert',

  'settings.network': 'Netzwerk',
  'settings.network.mode': 'Netzwerknutzung',
  'settings.network.mode.normal': 'Normal',
  'settings.network.mode.metered': 'Getaktet',
  'settings.network.mode.offline': 'Offline',
  'settings.network.mode.normal.help': 'Listen und Bilder werden im Hintergrund aktualisiert.',
  'settings.network.mode.metered.help':
    'Fotos und Ergebnisse werden wie gewohnt übertragen. Modelle, Szenen und Konto werden nur auf Wunsch aktualisiert.',
  'settings.network.mode.offline.help':
    'Nichts Neues wird gesendet. Fotos werden vorbereitet und warten; geladene Ergebnisse bleiben verfügbar.',
  'settings.network.proxy': 'Proxy',
  'settings.network.proxy.system': 'Systemeinstellungen',
  'settings.network.proxy.none': 'Keiner',
  'settings.network.proxy.manual': 'Manuell',
  'settings.network.proxyUrl': 'Proxy-Adresse',
  'settings.network.user': 'Proxy-Benutzername',
  'settings.network.userHelp': 'Nur falls der Proxy ihn verlangt',
  'settings.network.password': 'Proxy-Passwort',
  'settings.network.passwordKept': 'Gesichert. Zum Ersetzen tippen.',
  'settings.network.passwordFor': 'Wird nur an {proxy} gesendet',
  'settings.network.passwordForNone':
    'Das System nutzt keinen Proxy für den Dienst, also ist kein Passwort nötig.',
  'settings.network.certificates': 'Zusätzliche Stammzertifikate',
  'settings.network.certificatesHelp':
    'Vollständiger Pfad einer PEM-Datei, für Netze, die Datenverkehr prüfen. Systemzertifikaten wird immer vertraut.',
  'settings.network.certificatesChoose': 'Datei wählen…',
  'settings.network.saved': 'Netzwerkeinstellungen gesichert',

  'settings.callback': 'Dienst-Benachrichtigungen',
  'settings.callback.isOn': 'Benachrichtigungen empfangen',
  'settings.callback.isOn.help':
    'Der Dienst meldet Darkslide fertige Bilder. Dazu ist eine aus dem Internet erreichbare Adresse nötig.',
  'settings.callback.publicUrl': 'Öffentliche Adresse',
  'settings.callback.publicUrl.help':
    'Beginnt mit https:// oder http:// und führt über Portweiterleitung, Tunnel oder Reverse-Proxy zum Port unten.',
  'settings.callback.sources': 'Erlaubte Absender',
  'settings.callback.sources.help':
    'Adressen oder Netze des Dienstes (192.0.2.0/24), je Zeile eine. Alle anderen werden abgelehnt.',
  'settings.callback.proxies': 'Vertrauenswürdige Reverse-Proxys',
  'settings.callback.proxies.help':
    'Nur wenn Anfragen über Ihren Proxy oder Tunnel kommen; 127.0.0.1 für einen auf diesem Computer. X-Forwarded-For dieser Adressen wird vertraut.',
  'settings.callback.listenOn': 'Empfangsadresse',
  'settings.callback.listenOn.help':
    '127.0.0.1 für einen Proxy oder Tunnel auf diesem Computer, 0.0.0.0 für eine Portweiterleitung.',
  'settings.callback.port': 'Port',
  'settings.callback.test': 'Öffentliche Adresse testen',
  'settings.callback.testing': 'Wird getestet…',
  'settings.callback.listens': 'Empfängt auf {address}',
  'settings.callback.noAddress':
    'Noch keine Benachrichtigungen: Geben Sie die öffentliche Adresse ein.',
  'settings.callback.noSources':
    'Alle Anfragen werden abgelehnt: Geben Sie die erlaubten Absender ein.',
  'settings.callback.none': 'Keine Benachrichtigungen seit dem Start von Darkslide',
  'settings.callback.last':
    'Letzte Benachrichtigung {time}, {count, plural, one {# insgesamt} other {# insgesamt}} seit dem Start von Darkslide',
  'settings.callback.lastRefusal': 'Letzte abgelehnte Anfrage {time}, von {from}',
  'settings.callback.refused.origin':
    '{count, plural, one {# Anfrage} other {# Anfragen}} abgelehnt: kein erlaubter Absender',
  'settings.callback.refused.address':
    '{count, plural, one {# Anfrage} other {# Anfragen}} abgelehnt: keine Ausführung dieses Studios',
  'settings.callback.refused.method':
    '{count, plural, one {# Anfrage} other {# Anfragen}} abgelehnt: keine gültige Benachrichtigung',
  'settings.callback.refused.size':
    '{count, plural, one {# Anfrage} other {# Anfragen}} abgelehnt: zu groß oder unvollständig',
  'settings.callback.refused.connections':
    '{count, plural, one {# Verbindung} other {# Verbindungen}} abgelehnt: zu viele gleichzeitig',
  'settings.callback.refused.ledger':
    '{count, plural, one {# Benachrichtigung} other {# Benachrichtigungen}} nicht gesichert. Darkslide fragt stattdessen den Dienst.',
  'settings.callback.test.reached':
    'Die öffentliche Adresse funktioniert. Eine Anfrage kam nach {ms} ms zurück, von {from}.',
  'settings.callback.test.nowhere': 'einer unbekannten Adresse',
  'settings.callback.test.proxy-not-trusted':
    'Sie kam über einen nicht vertrauenswürdigen Reverse-Proxy. Tragen Sie ihn ein, sonst werden Benachrichtigungen abgelehnt.',
  'settings.callback.test.no-sources':
    'Benachrichtigungen werden abgelehnt, bis Sie die erlaubten Absender eingeben.',
  'settings.callback.test.elsewhere':
    'An der öffentlichen Adresse antwortet ein anderer Server ({detail}). Prüfen Sie Proxy, Tunnel oder Portweiterleitung.',
  'settings.callback.test.unreached':
    'Keine Antwort an der öffentlichen Adresse ({detail}). Ihr Router kann Anfragen von innen blockieren; testen Sie auch mit einem Telefon außerhalb dieses Netzes.',
  'settings.callback.test.off': 'Benachrichtigungen sind aus, daher gibt es nichts zu testen.',
  'settings.money': 'Ausgaben',
  'settings.imagesPerDay': 'Tageslimit',
  'settings.imagesPerDay.help': 'Für alle Arbeiten zusammen. Weitere Fotos warten bis morgen.',
  'settings.noLimit': 'Kein Limit',
  'settings.askAbove': 'Bestätigen ab mehr als',
  'settings.askAbove.help':
    'Kommen mehr Fotos auf einmal, wird bis zur Bestätigung nichts mehr berechnet.',
  'settings.unit.images': 'Bilder',
  'settings.unit.photos': 'Fotos',
  'settings.unit.atOnce': 'gleichzeitig',
  'settings.unit.minutes': 'Minuten',

  'settings.work': 'Verarbeitung',
  'settings.inFlight': 'Fotos in Arbeit',
  'settings.inFlight.help': 'Mehr ist schneller, bis der Dienst bremst.',
  'settings.doubtWindow': 'Nach verlorener Antwort prüfen für',
  'settings.doubtWindow.help':
    'Darkslide prüft, ob die Anfrage berechnet wurde, und fragt Sie, wenn es unklar bleibt. Nichts wird doppelt gesendet.',

  'settings.folders': 'Ordner',
  'settings.outFolder': 'Ausgabeordner',
  'settings.outFolder.help': 'Vorschlag für neue überwachte Ordner',
  'settings.marksInFiles': 'Bewertungen und Auswahl in Dateien schreiben',
  'settings.marksInFiles.help':
    'In Lightroom und Capture One sichtbar. Nur Metadaten werden geschrieben; von anderen Programmen geänderte Dateien bleiben unberührt.',
  'settings.marksInFiles.waiting':
    '{count, plural, one {# Datei wird geschrieben…} other {# Dateien werden geschrieben…}}',
  'settings.marksInFiles.untold':
    '{count, plural, one {# Datei ist nicht aktuell.} other {# Dateien sind nicht aktuell.}}',
  'settings.marksInFiles.write': 'Jetzt schreiben',
  'settings.dataFolder': 'Datenordner',
  'settings.dataFolder.help':
    'Enthält Auftragsbuch, Einstellungen und Protokoll. Zum Ändern mit --data starten.',

  'settings.naming': 'Benennung',
  'settings.naming.line': 'Standard für neue Rezepte. Das Beispiel verwendet {photo}.',
  'settings.naming.exampleRecipe': 'Weißer Hintergrund',
  'settings.sku': 'Artikelmuster (SKU)',
  'settings.sku.help': 'Ein regulärer Ausdruck mit dem Artikel in Klammern',
  'settings.sku.usual': 'Buchstaben und Ziffern am Anfang',
  'settings.sku.takes': '{photo} ergibt',
  'settings.sku.none': 'kein Treffer',

  'settings.window': 'Fenster',
  'settings.language': 'Sprache',
  'settings.language.system': 'Systemsprache',
  'settings.language.en': 'English',
  'settings.language.de': 'Deutsch',
  'settings.language.zh-CN': '简体中文',
  'settings.appearance': 'Fotohintergrund',
  'settings.appearance.dark': 'Dunkelgrau',
  'settings.appearance.mid': 'Mittelgrau',
  'settings.appearance.light': 'Hellgrau',
  'settings.appearance.help': 'Immer neutral, damit Farben richtig wirken',
  'settings.notifications': 'Mitteilungen',
  'settings.notifications.help': 'Wenn ein Stapel fertig oder etwas zu prüfen ist',
  'settings.desktopOnly': 'Nur in der Desktop-App',
  'settings.keepRunning': 'Bei geschlossenem Fenster weiterlaufen',
  'settings.keepRunning.help':
    'Überwachte Ordner laufen weiter; der Infobereich zeigt den Fortschritt.',
  'settings.loginItem': 'Bei der Anmeldung starten',
  'settings.loginItem.help': 'Startet ausgeblendet im Infobereich',
  'settings.loginItem.installedOnly': 'Nur in der installierten Desktop-App',
  'settings.keepRunning.browser':
    'Sie können diese Seite schließen. Die Arbeit läuft weiter, bis Darkslide beendet wird.',

  'settings.updates': 'Updates',
  'settings.updates.this': 'Version {version}',
  'settings.updates.looked': 'Zuletzt geprüft {time}',
  'settings.updates.idle': 'Darkslide sucht bald nach Updates.',
  'settings.updates.checking': 'Suche nach Updates…',
  'settings.updates.up-to-date': 'Darkslide ist auf dem neuesten Stand.',
  'settings.updates.available': 'Version {version} ist verfügbar.',
  'settings.updates.downloading': 'Version {version} wird geladen: {share}',
  'settings.updates.ready':
    'Version {version} ist bereit. Sie wird beim Beenden oder Neustart installiert.',
  'settings.updates.from.browser':
    'Im Browser aktualisiert sich Darkslide nicht selbst. Aktualisieren Sie es so, wie es installiert wurde.',
  'settings.updates.from.checkout':
    'Darkslide läuft aus dem Quellcode und aktualisiert sich nicht selbst.',
  'settings.updates.from.system': 'Updates werden vom System verwaltet.',
  'settings.updates.from.portable':
    'Die portable Version aktualisiert sich nicht selbst. Ersetzen Sie sie durch die neue.',
  'settings.updates.from.unsigned':
    'Diese Version kann Updates nicht prüfen und lädt daher keine. Installieren Sie neue Versionen von Hand.',
  'settings.updates.notes': 'Neu in {version}',
  'settings.updates.restart': 'Jetzt neu starten',
  'settings.updates.download': 'Laden',
  'settings.updates.check': 'Jetzt suchen',
  'settings.updates.mode': 'Updates installieren',
  'settings.updates.mode.automatic': 'Automatisch',
  'settings.updates.mode.ask': 'Erst fragen',
  'settings.updates.mode.off': 'Nie',
  'settings.updates.mode.automatic.help':
    'Updates werden beim Beenden installiert, oder nach zehn Minuten ohne Arbeit bei geschlossenem Fenster.',
  'settings.updates.mode.ask.help': 'Darkslide meldet neue Versionen; Sie laden sie selbst.',
  'settings.updates.mode.off.help': 'Darkslide sucht nicht nach Updates.',
  'settings.updates.channel': 'Kanal',
  'settings.updates.channel.latest': 'Stabile Versionen',
  'settings.updates.channel.beta': 'Stabile und Beta-Versionen',
  'settings.updates.busy': 'Neu starten, während Fotos bearbeitet werden?',
  'settings.updates.busy.text':
    'Bezahlte Ausführungen werden erst sicher beendet. Der Rest läuft nach dem Neustart weiter.',
  'settings.updates.busy.do': 'Jetzt neu starten',

  'settings.help': 'Hilfe',
  'settings.log': 'Protokoll',
  'settings.log.least.info': 'Alles',
  'settings.log.least.warn': 'Warnungen und Fehler',
  'settings.log.least.error': 'Fehler',
  'settings.log.info': 'Info',
  'settings.log.warn': 'Warnung',
  'settings.log.error': 'Fehler',
  'settings.log.empty': 'Keine Einträge seit dem Start von Darkslide',
  'settings.transfer': 'Einstellungsdatei',
  'settings.transfer.line':
    'Überträgt Einstellungen, Dienstadresse und Rezepte auf einen anderen Computer. Schlüssel und Passwörter sind nicht enthalten.',
  'settings.transfer.export': 'Exportieren…',
  'settings.transfer.import': 'Importieren…',
  'settings.transfer.taken':
    '{preferences, plural, =0 {Keine Einstellungen importiert} one {# Einstellung importiert} other {# Einstellungen importiert}}, {recipes, plural, =0 {keine Rezepte hinzugefügt} one {# Rezept hinzugefügt} other {# Rezepte hinzugefügt}}.',
  'settings.transfer.recipe': 'Rezept',
  'settings.transfer.left': '{count, plural, one {# übersprungen:} other {# übersprungen:}}',
  'settings.diagnostics': 'Diagnose',
  'settings.diagnostics.line':
    'Ein Bericht für den Support mit Versionen, Einstellungen, Zahlen und Protokoll. Ohne Schlüssel und private Pfade; prüfen Sie ihn vor dem Senden.',
  'settings.diagnostics.show': 'Diagnose anzeigen',
  'settings.diagnostics.renew': 'Aktualisieren',
  'settings.diagnostics.save': 'Als Datei sichern',

  'settings.refused.count': 'Geben Sie eine ganze Zahl von {least} bis {most} ein.',
  'settings.refused.path': 'Geben Sie den vollständigen Pfad ein.',
};
