import type { ProblemCode } from '#shared/problem.ts';

/** German messages of problems of the service, the network, jobs, the ledger and Darkslide itself: see `Words`. */
export const problemsOfWork = {
  'service-key-missing':
    'Es gibt keinen API-Schlüssel. In den Einstellungen eingeben oder DARKSLIDE_API_KEY setzen.',
  'service-key-file': 'Die Datei mit dem API-Schlüssel[ ({about})] ist nicht verwendbar.',
  'service-manager':
    'Das System hat die Einrichtung als Dienst abgelehnt[ ({about})]. Nichts wurde geändert; mit „darkslide service“ lässt sich der Grund sehen.',
  'login-item':
    'Das System lässt Darkslide nicht bei der Anmeldung starten. In seinen Einstellungen nachsehen, was dann startet; sonst wurde nichts geändert.',
  'login-item-unavailable': 'Nur die installierte Desktop-App kann bei der Anmeldung starten.',
  'service-unwritable':
    'Mit diesem Namen[, „{about}“,] kann das System keinen Dienst einrichten. Nichts wurde geändert; einen anderen Namen wählen.',
  'service-unauthorised':
    'Der Dienst nimmt den API-Schlüssel nicht an[ ({about})]. Nichts ist verloren; den Schlüssel in den Einstellungen prüfen oder neu kopieren.',
  'service-key-invalid': 'Der API-Schlüssel enthält ungültige Zeichen. Beim Dienst neu kopieren.',
  'service-unreachable':
    'Der Dienst ist nicht erreichbar[ ({about})]. Nichts ist verloren; Netz, Adresse des Dienstes und Uhrzeit des Rechners prüfen.',
  'demo-unavailable': 'Der Demo-Dienst ließ sich nicht starten[ ({about})].',
  'service-timeout':
    'Der Dienst[ ({about})] hat nicht rechtzeitig geantwortet. Nichts ist verloren; Netz und Adresse des Dienstes prüfen.',
  'service-not-an-envelope':
    'Die Antwort kam nicht vom Dienst[ ({about})]. Die Adresse prüfen; verlangt das Netz eine Anmeldung, sich erst anmelden.',
  'service-refused':
    'Der Dienst hat die Anfrage abgelehnt[: „{about}“]. Das Foto bleibt unberührt.',
  'service-rate-limited':
    'Der Dienst bremst[: „{about}“]. Darkslide versucht es etwas später von selbst erneut.',
  'service-balance':
    'Das Guthaben des Kontos reicht nicht[: „{about}“]. Fotos warten und gehen nicht verloren; nach dem Aufladen geht es von selbst weiter.',
  'service-bad-url':
    'Die Adresse des Dienstes ist nicht gültig. Ganz angeben, wie https://example.com/openapi/v1, ohne Benutzername, ? oder #; nur für einen Dienst auf diesem Rechner geht http://.',
  'service-fixed':
    'Der Dienst wurde beim Start von Darkslide festgelegt und lässt sich hier nicht ändern. Zum Wählen ohne --service starten.',
  'service-certificate':
    'Dem Zertifikat des Dienstes lässt sich nicht vertrauen[ ({about})], daher wurde nicht verbunden und nichts gesendet. Sieht ein Firmennetz in Verbindungen hinein, dessen Stammzertifikat unter „Einstellungen“, „Netzwerk“ angeben.',
  'service-certificate-expired':
    'Das Zertifikat des Dienstes gilt heute nicht[ ({about})], daher wurde nicht verbunden und nichts gesendet. Das Datum des Rechners prüfen; stimmt es, beim Dienst nachfragen.',
  'service-certificate-early':
    'Das Zertifikat des Dienstes gilt noch nicht[ ({about})], daher wurde nichts gesendet. Das Datum des Computers prüfen.',
  'service-certificate-name':
    'Das Zertifikat der Antwort gehört zu einem anderen Namen[ ({about})], daher wurde nicht verbunden und nichts gesendet. Die Adresse prüfen; vielleicht steht eine Anmeldeseite des Netzes dazwischen.',
  'proxy-bad-url':
    'Die Adresse des Proxys[ ({about})] ist nicht gültig. Angeben wie http://proxy.example.com:8080.',
  'proxy-sign-in-in-address':
    'Benutzername und Passwort gehören in ihre eigenen Felder. Nichts wurde geändert.',
  'proxy-failed':
    'Durch den Proxy[ ({about})] führt kein Weg. Nichts wurde gesendet; seine Adresse unter „Einstellungen“, „Netzwerk“ prüfen oder die Netzwerkverwaltung fragen.',
  'proxy-unsupported':
    'Dieses Netzwerk verwendet einen Proxy, den Darkslide nicht unterstützt[ ({about})]. Unter „Einstellungen“, „Netzwerk“ einen HTTP- oder HTTPS-Proxy eintragen.',
  'proxy-unreachable':
    'Der Proxy[ ({about})] ist nicht erreichbar. Seine Adresse unter „Einstellungen“, „Netzwerk“ und die Netzverbindung prüfen.',
  'proxy-authentication':
    'Der Proxy[ ({about})] verlangt Benutzername und Passwort oder nimmt die angegebenen nicht an. Nichts wurde gesendet; unter „Einstellungen“, „Netzwerk“ eintragen.',
  'proxy-credentials-refused':
    'Der Proxy[ ({about})] nimmt Benutzername und Passwort nicht an. Unter „Einstellungen“, „Netzwerk“ ändern.',
  'proxy-sign-in-unsupported':
    'Der Proxy[ ({about})] verlangt eine Anmeldung, die Darkslide nicht unterstützt. Die Netzwerkverwaltung nach einem mit Benutzername und Passwort fragen.',
  'proxy-name-missing': 'Zum Passwort des Proxys fehlt der Benutzername. Nichts wurde geändert.',
  'proxy-not-named':
    'Das System verwendet zurzeit keinen Proxy, für den das Passwort gelten könnte. Nichts wurde geändert; den Proxy von Hand eintragen.',
  'certificates-not-safe':
    'Die Zertifikate[ in {about}] liegen im Datenordner von Darkslide, in den eine Seite schreiben kann, und gelten deshalb nicht. Eine Datei in einem anderen Ordner wählen.',
  'certificates-unreadable':
    'Die Zertifikatsdatei[ „{about}“] ist nicht verwendbar. Eine Datei im PEM-Format mit den Stammzertifikaten des Netzes wählen.',
  offline: 'Offline ist gewählt, nichts wird gesendet. Wieder online, geht es von selbst weiter.',
  'keychain-failed':
    'Der Schlüsselbund des Systems hat den Schlüssel nicht aufbewahrt. Prüfen, ob er entsperrt ist, und erneut versuchen.',
  'templates-incomplete':
    'Der Dienst hat nur einen Teil der Liste gegeben[ ({about})]. Das Gegebene ist da; der Rest lässt sich über die ID verwenden.',
  'list-unknown': 'Der Dienst hat für diesen Agenten keine solche Liste[ ({about})].',
  'callback-settings':
    'Eine Angabe zu den Benachrichtigungen ist nicht verwendbar[: {about}]. Nichts wurde geändert; berichtigen und erneut versuchen.',
  'callback-not-listening':
    'Benachrichtigungen des Dienstes lassen sich nicht empfangen[ ({about})]: Vielleicht belegt ein anderes Programm den Port. Ergebnisse werden weiter abgefragt; in den Einstellungen Adresse oder Port ändern.',
  aborted: 'Angehalten; nichts ist verloren.',

  'updates-elsewhere':
    'Dieses Darkslide holt neue Versionen nicht selbst. In den Einstellungen unter „Updates“ steht, woher sie kommen.',
  'updates-off':
    'Die Suche nach neuen Versionen ist ausgeschaltet. In den Einstellungen unter „Updates“ lässt sie sich einschalten.',
  'update-unreachable':
    'Neue Versionen sind zurzeit nicht erreichbar. Darkslide bleibt, wie es ist, und sieht später wieder nach.',
  'update-missing':
    'Für diesen Rechner wird auf diesem Kanal nichts angeboten. Darkslide bleibt, wie es ist, und sieht später wieder nach.',
  'update-unreadable':
    'Die Liste neuer Versionen[ ({about})] lässt sich nicht lesen. Darkslide bleibt, wie es ist, und sieht später wieder nach.',
  'update-unsigned':
    'Eine neue Version kam ohne ihre Signatur und wurde nicht angesehen. Darkslide bleibt, wie es ist; bitte melden, wo die Updates angeboten werden.',
  'update-foreign':
    'Eine Version wurde angeboten, die nicht von den Herstellern von Darkslide signiert ist. Sie wurde verworfen, nichts wurde installiert; bitte melden, wo die Updates angeboten werden.',
  'update-unproven':
    'Windows konnte nicht prüfen, wer die neue Version signiert hat, weil PowerShell hier nicht läuft. Sie wurde verworfen, nichts wurde installiert; bitte die Verwaltung fragen oder von Hand installieren.',
  'update-older':
    'Als neueste wurde eine ältere Version[ ({about})] angeboten. Ältere werden nie installiert; Darkslide bleibt, wie es ist.',
  'update-redirected':
    'Der Weg zu neuen Versionen führte an einen unsicheren Ort[ ({about})] und wurde nicht verfolgt. Nichts wurde geholt; bitte melden, wo die Updates angeboten werden.',
  'update-too-long':
    'Es kam mehr, als eine neue Version sein kann. Es wurde abgebrochen und verworfen; Darkslide bleibt, wie es ist.',
  'update-cut':
    'Die neue Version kam mehrmals nicht vollständig an. Sie wurde verworfen und wird später wieder geholt.',
  'update-damaged':
    'Was ankam, ist nicht die angekündigte Version. Es wurde verworfen, nichts wurde installiert.',
  'update-changed':
    'Die neue Version[ {about}] wurde auf diesem Rechner verändert, nachdem sie geholt war. Sie wurde verworfen und nicht installiert; bitte erneut holen.',
  'update-not-ready': 'Es liegt keine neue Version bereit. Erst nach einer suchen.',
  'update-jobs-running':
    'Fotos sind in Arbeit, daher wurde nichts installiert. Bei einem Neustart kommt Bezahltes erst sicher zu Ende, das Übrige geht danach weiter.',
  'update-failed':
    'Die neue Version ließ sich nicht holen oder installieren. Darkslide bleibt, wie es ist, und sieht später wieder nach.',
  'update-not-installed':
    'Die neue Version ließ sich nicht installieren. Darkslide bleibt unverändert und versucht es später erneut.',

  'execution-failed':
    'Der Dienst hat kein Bild erzeugt[ ({about})]. Das Foto bleibt unberührt; neu entsteht es nur durch einen neuen Kauf.',
  'execution-partial':
    'Der Dienst hat nicht alle Bilder erzeugt[ ({about})]. Alle entstandenen sind geliefert.',
  'execution-unknown':
    'Ob das Foto[ „{about}“] berechnet wurde, ist unbekannt: Die Antwort des Dienstes ging verloren. Nichts wurde erneut gesendet. Den Dienst erneut fragen oder erneut senden; kam die erste Anfrage doch an, wird doppelt gekauft.',
  'execution-late':
    'Die verlorene Anfrage[ für „{about}“] wurde doch bearbeitet und berechnet. Den Auftrag erneut versuchen holt die Bilder ab, ohne noch einmal zu kosten.',
  'execution-twice':
    'Eine verlorene oder aufgegebene Anfrage wurde doch bearbeitet[ ({about})] und berechnet. Das Foto noch einmal durchlaufen zu lassen holt die Bilder ab, ohne noch einmal zu kosten.',
  'execution-limit-of-task':
    'Die Aufgabe[ ({about})] hat beim Dienst schon 20 Ausführungen; frühere sind vielleicht nicht zu sehen. Nichts wurde gesendet; den Auftrag abbrechen oder das Foto mit einem anderen Rezept bearbeiten.',
  'execution-not-found':
    'Der Dienst findet diese Ausführung[ ({about})] in der Aufgabe nicht. Nichts wurde geändert; die ID mit der Konsole des Dienstes vergleichen.',
  'execution-known': 'Diese Ausführung gehört bereits zum Auftrag[ „{about}“].',
  'execution-deadline':
    'Die Ausführung[ von {about}] endete nicht innerhalb der Frist. Sie ist bezahlt; erneut versuchen wartet weiter, abbrechen gibt sie auf.',
  'spending-limit':
    'Das Tageslimit ist erreicht[ ({about} Bilder)]. Fotos warten auf morgen oder auf ein höheres Limit.',
  'job-unreadable':
    'Der Auftrag[ „{about}“] im Auftragsbuch ist nicht lesbar. Er bleibt, wie er ist; nichts wurde gesendet.',
  'job-not-found': 'Diesen Auftrag[ ({about})] gibt es nicht.',
  'job-not-adoptable':
    'Nur angehaltene, fehlgeschlagene oder abgebrochene Aufträge können eine Ausführung übernehmen[ ({about})]. Nichts wurde geändert.',
  'job-not-retryable':
    'Nur fehlgeschlagene, angehaltene oder abgebrochene Aufträge lassen sich erneut versuchen[ ({about})].',
  'job-ended': 'Der Auftrag[ „{about}“] ist bereits beendet.',
  'job-paid':
    'Der Auftrag[ „{about}“] ist schon bezahlt und lässt sich nicht abbrechen. Seine Bilder werden noch heruntergeladen.',
  'job-not-pausable': 'Der Auftrag[ „{about}“] lässt sich jetzt nicht pausieren.',
  'job-not-waiting': 'Nur wartende Aufträge lassen sich vorziehen[ ({about})].',
  'job-sent':
    '[„{about}“ ]wurde mit seinem Rezept schon gesendet und ist vielleicht bezahlt; das Rezept bleibt. Nichts wurde geändert; mit neuen Einstellungen in der Retusche ausführen.',
  'job-made-already':
    'Zu diesem Foto[ („{about}“)] gibt es schon einen Auftrag mit denselben Einstellungen. Nichts wurde geändert, nichts wird doppelt gekauft.',
  'job-has-ticket':
    'Das Foto[ „{about}“] kam mit einem eigenen Ticket. Um das geänderte Rezept zu nutzen, Foto und Ticket erneut in den überwachten Ordner legen.',
  'recipe-not-saved':
    'Das Foto[ „{about}“] gehört zu keinem überwachten Ordner mit gesichertem Rezept. Nichts wurde geändert; das Foto in der Retusche ausführen.',
  'padding-not-needed':
    'Das Foto[ „{about}“] wurde nicht als zu lang abgelehnt und deshalb nicht aufgefüllt. Nichts wurde geändert.',
  'job-under-way':
    'Der Auftrag[ „{about}“] ist noch nicht zu Ende oder wartet in der Warteschlange auf Antwort. Nichts wurde geändert; danach erneut versuchen.',
  'task-in-use':
    '[„{about}“: ]In der Aufgabe beim Dienst liegt noch Bezahltes zum Abholen. Nichts wurde gelöscht; löschen, wenn der Auftrag fertig ist.',
  'task-uncertain':
    '[„{about}“: ]Noch ist unklar, ob eine Anfrage berechnet wurde, und nur die Aufgabe beim Dienst kann es sagen; sie bleibt bis drei Tage nach dem Aufgeben der Anfrage. Nichts wurde gelöscht.',
  'task-missing': 'Der Auftrag[ „{about}“] hat beim Dienst keine Aufgabe.',
  'task-deleted':
    '[„{about}“: ]Die Aufgabe beim Dienst ist gelöscht, aus ihr ist nichts mehr zu holen. Dateien und Bewertungen bleiben; noch einmal durchlaufen zu lassen legt eine neue an.',
  'task-deleted-already': 'Die Aufgabe[ von „{about}“] wurde beim Dienst bereits gelöscht.',
  cancelled: 'Der Auftrag ist abgebrochen. Das Foto bleibt unberührt.',

  'download-failed':
    'Das Ergebnis lässt sich zurzeit nicht laden und liegt noch beim Dienst. Bezahltes ist nicht verloren; den Auftrag später erneut versuchen.',
  'download-refused':
    'Der Dienst nannte eine Adresse im eigenen Netzwerk oder ohne Verschlüsselung, die Darkslide nicht öffnet. Das Ergebnis ist bezahlt und liegt noch beim Dienst; dort den Support fragen.',
  'download-no-address':
    'Der Dienst nennt für ein fertiges Bild[ von „{about}“] keine Adresse. Es ist bezahlt und nicht verloren; später erneut versuchen.',
  'download-damaged':
    'Die geladene Datei war unvollständig oder kein Bild und wurde verworfen. Das Ergebnis liegt noch beim Dienst; den Auftrag später erneut versuchen.',
  'psd-failed': 'Das Bild ist geliefert, aber das PSD ließ sich nicht machen[ ({about})].',
  'psd-requested': 'Das PSD ist schon da oder bereits angefordert.',
  'original-pixels-left':
    'Die Originalpixel des Fotos ließen sich nicht in das Ergebnis zurücksetzen[ ({about})]. Es ist geliefert, wie der Dienst es machte; nichts ist verloren.',
  'delivery-failed':
    'Das Ergebnis ließ sich nicht in den Ausgabeordner legen[ ({about})] und liegt noch bei Darkslide. Prüfen, ob der Ordner beschreibbar ist und kein anderes Programm ihn sperrt, und den Auftrag erneut versuchen.',
  'metadata-failed':
    'Die Metadaten ließen sich nicht schreiben; das Ergebnis liegt noch bei Darkslide. Den Auftrag erneut versuchen oder im Rezept die Metadaten des Fotos nicht übernehmen.',
  'metadata-tool-missing':
    'ExifTool startet auf diesem Computer nicht, deshalb wurde nichts an den Dienst gesendet. Perl installieren und erneut versuchen oder im Rezept die Metadaten des Fotos nicht übernehmen.',
  'marks-not-written':
    'In manchen Dateien fehlen Sterne und Favoriten[, etwa in „{about}“]: Sie wurden verschoben, von einem anderen Programm geändert, sind schreibgeschützt oder als Foto in Gebrauch, oder der Speicher ist voll. In der Bibliothek sind alle gesichert.',
  'disk-full':
    'Der Speicher ist voll[ ({about})]. Nichts ist verloren; sobald Platz ist, geht es von selbst weiter.',
  'disk-failing':
    'Das Laufwerk meldet einen Fehler[ ({about})]. Erst das Laufwerk prüfen, dann weiterarbeiten.',
  'export-failed':
    'Das Ergebnis[ „{about}“] ließ sich nicht exportieren. Es selbst ist unverändert; noch einmal exportieren.',
  'export-empty': 'Es gibt kein Ergebnis zum Exportieren.',
  'export-folder-watched':
    'Dieser Ordner[ ({about})] liegt in einem überwachten Ordner; jeder Export würde dort als neues Foto verarbeitet. Einen anderen Ordner wählen.',
  'export-disk-full':
    'Der Speicher ist voll[ ({about})], der Export hielt an. Geschriebenes bleibt; Platz schaffen und den Rest exportieren.',
  'export-folder-gone':
    'In den Ordner[ „{about}“] lässt sich nicht mehr schreiben, der Export hielt an. Geschriebenes bleibt; wieder verbinden und den Rest exportieren.',
  'export-running': 'Ein anderer Export läuft noch. Sein Ende abwarten oder ihn erst abbrechen.',

  'data-folder-locked':
    'Den Datenordner[ ({about})] benutzt ein anderes Programm. Das andere Darkslide schließen oder sein Ende abwarten.',
  'control-unavailable':
    'Befehle erreichen dieses Darkslide nicht, solange es geöffnet ist. Die Arbeit geht weiter; für Befehle Darkslide beenden.',
  'control-not-safe':
    'Der Zugang zum geöffneten Darkslide[ ({about})] steht anderen offen und wird nicht benutzt. Ihn löschen und Darkslide neu starten.',
  'version-differs':
    'Geöffnet ist eine andere Version von Darkslide[ ({about})]. Sie beenden oder den Befehl ihrer Version verwenden.',
  'open-with-other-service':
    'Das geöffnete Darkslide arbeitet mit einem anderen Dienst[ ({about})]. Nichts wurde gesendet; dort den Dienst wechseln oder Darkslide beenden.',
  'option-not-taken':
    'Diese Option[ ({about})] gilt nur, wenn kein anderes Darkslide geöffnet ist. Sie weglassen oder Darkslide beenden.',
  'data-folder-on-share':
    'Der Datenordner[ ({about})] liegt auf einem Netzlaufwerk. Einen Ordner auf einem lokalen Laufwerk wählen; Fotos und Ergebnisse dürfen auf dem Netzlaufwerk bleiben.',
  'ledger-busy':
    'Ein anderes Programm, etwa eine Datensicherung, benutzt das Auftragsbuch[ ({about})]. Die Arbeit wartet, bis es fertig ist.',
  'ledger-disk-full':
    'Der Speicher mit dem Auftragsbuch[ ({about})] ist voll. Nichts ist verloren; Platz schaffen und neu starten.',
  'samples-missing':
    'Die Beispielfotos ließen sich nicht ablegen[ ({about})]. Die Demo läuft ohne sie; einen eigenen Ordner hinzufügen.',
  'data-folder-unusable':
    'Im Datenordner lässt sich nicht lesen und schreiben[ ({about})]. Nichts ist verloren; prüfen, ob das Laufwerk beschreibbar ist und Platz hat.',
  'ledger-elsewhere':
    'Dieses Auftragsbuch[ ({about})] gehört zu einem anderen Dienst. Nichts wurde gesendet; für diesen Dienst einen anderen Datenordner verwenden.',
  'ledger-newer':
    'Das Auftragsbuch[ ({about})] stammt von einem neueren Darkslide und bleibt, wie es ist. Darkslide aktualisieren.',
  'ledger-damaged':
    'Das Auftragsbuch[ ({about})] ist beschädigt. Nichts wurde mehr gesendet; Darkslide beenden und „darkslide check“ ausführen.',
  'ledger-restored':
    'Das Auftragsbuch wurde durch eine Sicherung ersetzt. Nach seither Gekauftem wird erst der Dienst gefragt, bevor Neues gesendet wird; seither übergebene Fotos noch einmal übergeben, wenn sie in keinem überwachten Ordner liegen.',
  'restore-failed':
    'Die Sicherung ließ sich nicht in den Datenordner[ ({about})] zurückholen. Sie ist unberührt; Platz und Schreibrechte prüfen.',
  'backup-failed':
    'Das Auftragsbuch ließ sich nicht sichern[ ({about})]. Die Arbeit geht weiter, nichts ist verloren; innerhalb einer Stunde folgt ein neuer Versuch.',
  'data-folder-gone':
    'Der Datenordner[ ({about})] ist nicht mehr an seinem Ort, daher wird nichts mehr gesendet. Den Ordner zurückholen und Darkslide neu starten; Gekauftes findet sich beim Dienst.',
  'settings-damaged':
    'Ein Teil der Einstellungen war nicht lesbar[ ({about})] und steht jetzt auf Standard. Die Einstellungen prüfen; Aufträge und Fotos sind unberührt.',
  'settings-unwritable':
    'Die Einstellungen lassen sich nicht sichern[ ({about})]. Nichts wurde geändert; Platz und Schreibrechte prüfen.',
  'settings-unreadable':
    'Die Einstellungen waren nicht lesbar[ ({about})], daher gelten die Standardwerte. Aufträge und Fotos sind unberührt.',

  'studio-gone':
    'Darkslide antwortet nicht: Es ist beendet oder startet gerade neu. Gekauftes ist nicht verloren; läuft Darkslide, geht es weiter.',
  'studio-opening': 'Darkslide startet gerade. Gleich noch einmal versuchen.',
  'studio-closing': 'Darkslide wird gerade beendet. Bezahltes ist nicht verloren.',
  'request-unknown': 'So etwas lässt sich hier nicht fragen[ ({about})].',
  'request-invalid': 'Die Angaben sind nicht verwendbar[: „{field}“ prüfen]. Nichts wurde getan.',
  'drag-unsupported': 'Im Browser zieht die Seite selbst Dateien in andere Programme.',
  'requests-too-many':
    'Zu viele Anfragen auf einmal; nichts wurde getan. Gleich noch einmal versuchen.',
  'file-manager-missing':
    'Hier lässt sich kein Dateimanager öffnen[; die Datei liegt unter {about}].',
  'edited-elsewhere':
    'Das[, {about},] wurde gerade in einem anderen Fenster geändert und daher nicht gesichert. Erst die Änderung dort ansehen, dann sichern.',
  interrupted: 'Unterbrochen; nichts ist verloren. Was fertig war, bleibt; den Rest neu beginnen.',
  paused: 'Pausiert; Gekauftes ist nicht verloren. Erst nach dem Fortsetzen wird wieder gekauft.',
  internal:
    'Darkslide selbst hat einen Fehler gemacht[ ({about})]. Fotos und Gekauftes sind unberührt; bitte melden.',
  'screens-unbuilt': 'Die Oberfläche ließ sich nicht erzeugen, daher gibt es nichts anzuzeigen.',
} satisfies Partial<Record<ProblemCode, string>>;
