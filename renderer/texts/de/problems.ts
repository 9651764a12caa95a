import type { ProblemCode } from '#shared/problem.ts';

/** What each problem says in German: see `Words`. */
export const problems: Readonly<Record<ProblemCode, string>> = {
  usage: 'Das geht mit diesem Auftrag jetzt nicht[ ({about})]. Nichts wurde geändert.',
  'setting-malformed': 'Die Angabe[ „{about}“] ist ungültig. Als „Name=Wert“ schreiben.',
  'recipe-unreadable':
    'Das Rezept[ „{about}“] lässt sich nicht lesen. Kein Foto ist verloren; ein anderes Rezept oder eine andere Datei wählen.',
  'recipe-invalid': 'Das Rezept[ „{about}“] ist so nicht gültig[: „{field}“ prüfen].',
  'recipe-unknown':
    'Dieses Rezept gibt es nicht mehr; vielleicht wurde es in einem anderen Fenster entfernt. Ein anderes wählen oder als neues sichern.',
  'recipe-name-taken':
    'Ein Rezept dieses Namens[, „{about}“,] gibt es schon. Nichts wurde gesichert; einen anderen Namen wählen.',
  'recipe-in-use':
    'Das Rezept[ „{about}“] ist in einem überwachten Ordner in Gebrauch und bleibt daher. Dort erst ein anderes wählen.',
  'agent-unknown': 'Diesen Agenten[ ({about})] gibt es nicht. Einen aus der Liste wählen.',
  'version-unknown': 'Diese Version[ ({about})] hat der Agent nicht. Eine aus der Liste wählen.',
  'parameter-unknown': 'Diesen Parameter[ ({field})] hat der Agent nicht. Bitte entfernen.',
  'parameter-type': '[{field}: ]Der Wert hat nicht die richtige Form[; erwartet wird {about}].',
  'parameter-range': '[{field}: ]Der Wert liegt außerhalb des Erlaubten[ ({about})].',
  'parameter-choice': '[{field}: ]Einen erlaubten Wert wählen[ ({about})].',
  'parameter-required': '[{field}: ]Hier fehlt noch etwas[; nötig ist {about}].',
  'parameter-together':
    '[{field}: ]Das geht nicht zusammen mit anderem[ ({about})]. Nur eines davon behalten.',
  'parameter-not-used':
    '[{field}: ]Das bewirkt mit den jetzigen Einstellungen nichts. Leeren oder die Einstellung dazu ändern.',
  'template-invalid':
    'Die Vorlage für Dateinamen ist ungültig[ ({about})]. Sie darf weder leer noch zu lang sein, Klammern gehören paarweise, jeder Ordner braucht einen Namen, und alle Zeichen müssen in Dateinamen erlaubt sein.',
  'template-escapes':
    'Die Vorlage für Dateinamen darf nicht aus dem Ausgabeordner hinausführen. Unterordner mit „/“ trennen, ohne „/“ oder Laufwerk am Anfang und ohne „\\“, „.“ oder „..“.',
  'template-token':
    'Diesen Platzhalter[, {about},] gibt es in Dateinamen nicht. Einen aus der Liste verwenden.',
  'template-same-names':
    'So bekäme jedes Foto denselben Namen. {name}, {seq}, {sku} oder {time} hinzufügen.',
  'pattern-invalid':
    'Das Muster für {sku} ist nicht verwendbar. Nötig ist ein regulärer Ausdruck mit einer Gruppe in runden Klammern um die Artikelnummer, die selbst nicht wiederholt wird, mit höchstens drei * + ? und höchstens 100 Zeichen.',
  'path-relative': 'Den ganzen Pfad angeben, ab dem Laufwerk.',

  'policy-invalid':
    'Die Richtlinie dieses Computers ist nicht verwendbar[ ({about})]. Darkslide tut nichts, bis der Administrator sie berichtigt hat.',
  'policy-unsafe':
    'Andere als der Administrator können hier schreiben[: {about}]. Deshalb gilt die Richtlinie dieses Computers nicht, und Darkslide tut nichts, bis nur root dort schreiben darf.',
  managed:
    'Das hat der Administrator dieses Computers festgelegt[ ({about})]. Nichts wurde geändert.',
  'managed-limit':
    'Der Administrator dieses Computers erlaubt höchstens[ {about}]. Nichts wurde geändert; weniger angeben.',
  'settings-file-invalid':
    'Diese Datei mit Einstellungen ist nicht verwendbar[ ({about})]: Sie ist beschädigt, von einem neueren Darkslide oder etwas anderes. Nichts wurde geändert.',
  'setting-not-taken': 'Das lässt sich auf diesem Computer nicht verwenden[: {about}].',
  'service-not-taken':
    'Die Datei nennt einen anderen Dienst[: {about}]. Wenn er vertrauenswürdig ist, ihn mit seinem API-Schlüssel verbinden; bis dahin bleibt alles, wie es ist.',
  'managed-folder':
    'Der Administrator dieses Computers erlaubt überwachte Ordner, Ausgaben und Exporte nur an bestimmten Orten[: {about}]. Einen Ordner dort wählen.',

  'folder-missing':
    'Der Ordner[ „{about}“] fehlt oder lässt sich nicht öffnen. Den Namen prüfen und ob das Laufwerk verbunden ist.',
  'folder-unreadable':
    'Der Ordner[ „{about}“] lässt sich nicht öffnen. Prüfen, ob er gelesen werden darf.',
  'folder-empty': 'Im Ordner[ „{about}“] liegen keine Fotos.',
  'folder-unwritable':
    'In den Ordner[ „{about}“] lässt sich nicht schreiben. Prüfen, ob er beschreibbar ist und kein anderes Programm ihn sperrt.',
  'folder-own-output':
    'Ergebnisse[ in „{about}“] würden dort für neue Fotos gehalten. Einen Ausgabeordner neben dem überwachten Ordner wählen.',
  'folder-in-folder':
    'Dieser Ordner und ein anderer überwachter[, „{about}“,] würden sich um dieselben Fotos streiten. Ordner wählen, die nicht ineinander liegen, oder ein anderes Rezept.',
  'folder-unreachable':
    'Der Ordner[ „{about}“] ist zurzeit nicht erreichbar. Nichts ist verloren; sobald er wieder da ist, geht es von selbst weiter.',
  'folder-unknown':
    'Diesen überwachten Ordner gibt es nicht mehr; vielleicht wurde er in einem anderen Fenster entfernt. Seine Fotos, Aufträge und Ergebnisse bleiben.',
  'folder-other-volume':
    'Der Ordner[ „{about}“] liegt auf einem anderen Laufwerk, daher bleibt das Foto an seinem Ort.',
  'file-missing':
    'Die Datei[ „{about}“] ist nicht mehr an ihrem Ort. Gekauftes ist nicht verloren; die Datei zurücklegen und erneut versuchen.',
  'file-unreadable':
    'Die Datei[ „{about}“] lässt sich nicht lesen. Prüfen, ob das Laufwerk verbunden ist, die Datei gelesen werden darf und kein anderes Programm sie sperrt.',
  'file-not-regular':
    'Das ist keine normale Datei[: „{about}“]. Sie wurde nicht geöffnet; eine Datei wählen.',
  'file-too-large':
    'Die Datei[ „{about}“] ist zu groß. Sie wurde nicht gelesen; eine kleinere wählen.',
  'file-incomplete':
    'Die Datei[ „{about}“] ist leer oder unvollständig. Noch einmal von der Quelle kopieren.',
  'file-changed':
    'Die Datei[ „{about}“] wurde geändert; was vorher gelesen wurde, gilt nicht mehr. Der neue Inhalt zählt als neues Foto.',
  'ticket-invalid':
    'Das Ticket zum Foto[ ({about})] ist nicht verwendbar; solange wird für dieses Foto nichts gekauft. Das Ticket berichtigen oder wegnehmen, wenn es nicht für Darkslide ist.',
  'ticket-late':
    'Das Ticket[ ({about})] kam oder änderte sich, nachdem das Foto aufgenommen war; es bewirkt nichts und kauft nichts. Foto und Ticket erneut in den Ordner legen, um danach zu arbeiten.',

  'photo-not-an-image':
    'Die Datei[ „{about}“] ist kein Foto, das Darkslide lesen kann. Als JPEG, PNG oder TIFF exportieren.',
  'photo-refused-format':
    'Eine Datei wie[ „{about}“] diese wird nicht genommen. Als JPEG, PNG oder TIFF in RGB ohne zusätzliche Kanäle exportieren.',
  'photo-damaged':
    'Das Foto[ „{about}“] ist beschädigt oder unvollständig. Noch einmal von der Karte kopieren oder neu exportieren.',
  'photo-too-small':
    'Das Foto ist für den Dienst zu klein[: {about}]. Ein größeres verwenden; Darkslide vergrößert Fotos nicht.',
  'photo-too-long':
    'Das Foto ist zu lang[: {about}]. Die lange Seite muss kürzer sein als zweimal die kurze; beschneiden oder im Rezept einen Rand für zu lange Fotos wählen.',
  'photo-too-large': 'Das Foto[ „{about}“] ist zu groß. In einer kleineren Größe exportieren.',
  'template-gone':
    'Die Liste des Dienstes enthält[ „{about}“] diesen Eintrag nicht mehr. Etwas anderes wählen; nichts wurde gesendet.',
  'template-not-ready':
    'Der Eintrag[ „{about}“] ist noch nicht bereit oder seine Vorbereitung schlug fehl. Etwas anderes wählen; nichts wurde gesendet.',
  'photo-misfit':
    'Die Einstellung[ „{field}“] passt nicht zur Größe des Fotos[ ({about})]. Nichts wurde gesendet; die Einstellung oder das Foto ändern.',
  'photo-timeout':
    'Das Foto[ „{about}“] zu lesen dauerte zu lange und wurde aufgegeben. Öffnen, neu sichern und erneut versuchen.',
  'image-process-crashed':
    'Die Bildverarbeitung brach bei diesem Foto[, „{about}“,] unerwartet ab. Sonst ist nichts verloren; erneut versuchen oder das Foto vorher neu sichern.',
  'photo-unknown':
    'Dieses Foto[ ({about})] liegt nicht mehr auf dem Filmstreifen; vielleicht wurde es in einem anderen Fenster entfernt. Was daraus entstand, bleibt.',
  'own-unknown':
    'Dieses Modell oder diese Szene gibt es im Konto nicht; vielleicht wurde es gelöscht. Nichts wurde geändert.',
  'own-photos':
    'Die Zahl der Fotos passt nicht[ ({about})]. Ein Modell braucht 1 bis 4 Fotos, eine Szene genau eines; nichts wurde gesendet.',
  'own-name':
    'Dieser Name ist nicht verwendbar[ ({about})]. Einen kürzeren wählen; nichts wurde gesendet.',
  'own-full':
    'Mehr passt nicht in das Konto[ ({about})]. Erst löschen, was nicht gebraucht wird, dann erneut versuchen; nichts wurde angelegt.',
  'own-not-created':
    'In der Liste des Dienstes steht es nicht, also wurde es nicht angelegt. Erneut versuchen oder weglegen.',
  'own-uncertain':
    'Unbekannt ist, ob es angelegt wurde[: Im Konto ist „{about}“ neu]. Erst nachsehen, dann über einen neuen Versuch entscheiden.',
  'own-other-account':
    'Der API-Schlüssel gehört offenbar zu einem anderen Konto: Von den [{about} ]Modellen und Szenen, die hier bekannt sind, hat es keine. Nichts wurde geändert. In den Einstellungen den Schlüssel ihres Kontos eingeben, oder für jedes Konto einen eigenen Datenordner nehmen (--data).',
  'own-failed':
    'Der Dienst konnte aus diesen Fotos nichts machen[: „{about}“]. Neu anlegen aus Fotos von vorn mit deutlich sichtbarem Gesicht.',
  'own-in-use':
    'Das Modell oder die Szene[ „{about}“] ist in Gebrauch und bleibt daher. Das Ende der Aufträge abwarten oder erst die Rezepte ändern, die es verwenden.',
  'own-release-over':
    'Die Freigabe[ von „{about}“] ist abgelaufen, daher wird nichts mehr damit gemacht. Nichts wurde gekauft; verlängern und erneut versuchen oder etwas anderes wählen.',
  'own-not-allowed':
    'Das Modell oder die Szene[ „{about}“] ist für den Kunden oder Ordner dieses Fotos nicht erlaubt. Nichts wurde gekauft; etwas anderes wählen oder die Karte ändern.',
  'own-cards-invalid':
    'Die Datei mit Karten lässt sich nicht lesen[ ({about})]. Nichts wurde geändert.',
  'own-release-file':
    'Das Model-Release[ „{about}“] ließ sich nicht aufbewahren. Die Karte bleibt, wie sie ist; eine andere Datei wählen.',
  'mask-invalid':
    'Die Maske[ „{about}“] ist nicht verwendbar. Ein Bild in Schwarz und Weiß nehmen oder transparent lassen, was sich ändern darf; weder alles noch nichts darf bleiben.',
  'mask-unknown':
    'Diese Maske gibt es nicht mehr; vielleicht wurde sie in einem anderen Fenster entfernt.',
  'mask-changed':
    'Diese Maske wurde in einem anderen Fenster geändert; diese Änderung ist nicht gesichert. Die Maske neu öffnen und auf dem neuesten Stand weitermachen.',
  'mask-too-large':
    'Die Maske enthält zu viel; diese Änderung ist nicht gesichert. Einige Schritte rückgängig machen oder eine neue Maske beginnen.',
  'mask-size':
    'Maske und Foto sind nicht gleich groß[ ({about})]. Die Maske in der Größe des aufrecht gedrehten Fotos sichern.',

  'service-key-missing':
    'Es gibt keinen API-Schlüssel. In den Einstellungen eingeben oder DARKSLIDE_API_KEY setzen.',
  'service-manager':
    'Das System hat die Einrichtung als Dienst abgelehnt[ ({about})]. Nichts wurde geändert; mit „darkslide service“ lässt sich der Grund sehen.',
  'login-item':
    'Das System lässt Darkslide nicht bei der Anmeldung starten. In seinen Einstellungen nachsehen, was dann startet; sonst wurde nichts geändert.',
  'service-unwritable':
    'Mit diesem Namen[, „{about}“,] kann das System keinen Dienst einrichten. Nichts wurde geändert; einen anderen Namen wählen.',
  'service-unauthorised':
    'Der Dienst nimmt den API-Schlüssel nicht an[ ({about})]. Nichts ist verloren; den Schlüssel in den Einstellungen prüfen oder neu kopieren.',
  'service-unreachable':
    'Der Dienst ist nicht erreichbar[ ({about})]. Nichts ist verloren; Netz, Adresse des Dienstes und Uhrzeit des Rechners prüfen.',
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
  'service-certificate-name':
    'Das Zertifikat der Antwort gehört zu einem anderen Namen[ ({about})], daher wurde nicht verbunden und nichts gesendet. Die Adresse prüfen; vielleicht steht eine Anmeldeseite des Netzes dazwischen.',
  'proxy-bad-url':
    'Die Adresse des Proxys[ ({about})] ist nicht gültig. Angeben wie http://proxy.example.com:8080.',
  'proxy-failed':
    'Durch den Proxy[ ({about})] führt kein Weg. Nichts wurde gesendet; seine Adresse unter „Einstellungen“, „Netzwerk“ prüfen oder die Netzwerkverwaltung fragen.',
  'proxy-authentication':
    'Der Proxy[ ({about})] verlangt Benutzername und Passwort oder nimmt die angegebenen nicht an. Nichts wurde gesendet; unter „Einstellungen“, „Netzwerk“ eintragen.',
  'certificates-unreadable':
    'Die Zertifikatsdatei[ „{about}“] ist nicht verwendbar. Eine Datei im PEM-Format mit den Stammzertifikaten des Netzes wählen.',
  offline: 'Offline ist gewählt, nichts wird gesendet. Wieder online, geht es von selbst weiter.',
  'keychain-failed':
    'Der Schlüsselbund des Systems hat den Schlüssel nicht aufbewahrt. Prüfen, ob er entsperrt ist, und erneut versuchen.',
  'templates-incomplete':
    'Der Dienst hat nur einen Teil der Liste gegeben[ ({about})]. Das Gegebene ist da; der Rest lässt sich über die ID verwenden.',
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
  'execution-deadline':
    'Die Ausführung[ von {about}] endete nicht innerhalb der Frist. Sie ist bezahlt; erneut versuchen wartet weiter, abbrechen gibt sie auf.',
  'spending-limit':
    'Das Tageslimit ist erreicht[ ({about} Bilder)]. Fotos warten auf morgen oder auf ein höheres Limit.',
  'job-unreadable':
    'Der Auftrag[ „{about}“] im Auftragsbuch ist nicht lesbar. Er bleibt, wie er ist; nichts wurde gesendet.',
  'job-not-found': 'Diesen Auftrag[ ({about})] gibt es nicht.',
  'job-under-way':
    'Der Auftrag[ „{about}“] ist noch nicht zu Ende oder wartet in der Warteschlange auf Antwort. Nichts wurde geändert; danach erneut versuchen.',
  'task-in-use':
    '[„{about}“: ]In der Aufgabe beim Dienst liegt noch Bezahltes zum Abholen. Nichts wurde gelöscht; löschen, wenn der Auftrag fertig ist.',
  'task-uncertain':
    '[„{about}“: ]Noch ist unklar, ob eine Anfrage berechnet wurde, und nur die Aufgabe beim Dienst kann es sagen; sie bleibt bis drei Tage nach dem Aufgeben der Anfrage. Nichts wurde gelöscht.',
  'task-deleted':
    '[„{about}“: ]Die Aufgabe beim Dienst ist gelöscht, aus ihr ist nichts mehr zu holen. Dateien und Bewertungen bleiben; noch einmal durchlaufen zu lassen legt eine neue an.',
  cancelled: 'Der Auftrag ist abgebrochen. Das Foto bleibt unberührt.',

  'download-failed':
    'Das Ergebnis lässt sich zurzeit nicht laden und liegt noch beim Dienst. Bezahltes ist nicht verloren; den Auftrag später erneut versuchen.',
  'download-refused':
    'Der Dienst nannte eine Adresse im eigenen Netzwerk oder ohne Verschlüsselung, die Darkslide nicht öffnet. Das Ergebnis ist bezahlt und liegt noch beim Dienst; dort den Support fragen.',
  'download-damaged':
    'Die geladene Datei war unvollständig oder kein Bild und wurde verworfen. Das Ergebnis liegt noch beim Dienst; den Auftrag später erneut versuchen.',
  'psd-failed': 'Das Bild ist geliefert, aber das PSD ließ sich nicht machen[ ({about})].',
  'original-pixels-left':
    'Die Originalpixel des Fotos ließen sich nicht in das Ergebnis zurücksetzen[ ({about})]. Es ist geliefert, wie der Dienst es machte; nichts ist verloren.',
  'delivery-failed':
    'Das Ergebnis ließ sich nicht in den Ausgabeordner legen[ ({about})] und liegt noch bei Darkslide. Prüfen, ob der Ordner beschreibbar ist und kein anderes Programm ihn sperrt, und den Auftrag erneut versuchen.',
  'metadata-failed':
    'Die Metadaten ließen sich nicht schreiben; das Ergebnis liegt noch bei Darkslide. Prüfen, ob Perl installiert ist, oder im Rezept die Metadaten des Fotos nicht übernehmen.',
  'marks-not-written':
    'In manchen Dateien fehlen Sterne und Favoriten[, etwa in „{about}“]: Sie wurden verschoben, von einem anderen Programm geändert, sind schreibgeschützt oder als Foto in Gebrauch, oder der Speicher ist voll. In der Bibliothek sind alle gesichert.',
  'disk-full':
    'Der Speicher ist voll[ ({about})]. Nichts ist verloren; sobald Platz ist, geht es von selbst weiter.',
  'disk-failing':
    'Das Laufwerk meldet einen Fehler[ ({about})]. Erst das Laufwerk prüfen, dann weiterarbeiten.',
  'export-failed':
    'Das Ergebnis[ „{about}“] ließ sich nicht exportieren. Es selbst ist unverändert; noch einmal exportieren.',
  'export-disk-full':
    'Der Speicher ist voll[ ({about})], der Export hielt an. Geschriebenes bleibt; Platz schaffen und den Rest exportieren.',
  'export-folder-gone':
    'In den Ordner[ „{about}“] lässt sich nicht mehr schreiben, der Export hielt an. Geschriebenes bleibt; wieder verbinden und den Rest exportieren.',
  'export-running': 'Ein anderer Export läuft noch. Sein Ende abwarten oder ihn erst abbrechen.',

  'data-folder-locked':
    'Den Datenordner[ ({about})] benutzt ein anderes Programm. Das andere Darkslide schließen oder sein Ende abwarten.',
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
  'backup-failed':
    'Das Auftragsbuch ließ sich nicht sichern[ ({about})]. Die Arbeit geht weiter, nichts ist verloren; innerhalb einer Stunde folgt ein neuer Versuch.',
  'data-folder-gone':
    'Der Datenordner[ ({about})] ist nicht mehr an seinem Ort, daher wird nichts mehr gesendet. Den Ordner zurückholen und Darkslide neu starten; Gekauftes findet sich beim Dienst.',
  'settings-damaged':
    'Ein Teil der Einstellungen war nicht lesbar[ ({about})] und steht jetzt auf Standard. Die Einstellungen prüfen; Aufträge und Fotos sind unberührt.',

  'studio-gone':
    'Darkslide antwortet nicht: Es ist beendet oder startet gerade neu. Gekauftes ist nicht verloren; läuft Darkslide, geht es weiter.',
  'request-unknown': 'So etwas lässt sich hier nicht fragen[ ({about})].',
  'request-invalid': 'Die Angaben sind nicht verwendbar[: „{field}“ prüfen]. Nichts wurde getan.',
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
};
