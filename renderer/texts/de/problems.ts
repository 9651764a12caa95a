import type { ProblemCode } from '#shared/problem.ts';
import { problemsOfWork } from './problems-of-work.ts';

/** German messages of all problems: see `Words`. */
export const problems: Readonly<Record<ProblemCode, string>> = {
  usage: 'Dieser Befehl lässt sich so nicht ausführen[ ({about})]. Nichts wurde geändert.',
  'time-over':
    'Die Zeit für den Befehl[ ({about})] ist um. Gekauftes ist nicht verloren; derselbe Befehl macht weiter.',
  'port-unavailable': 'Dieser Port ist belegt oder gesperrt[ ({about})]. Einen anderen wählen.',
  'account-unknown':
    'Auf diesem Computer gibt es kein solches Benutzerkonto[ ({about})]. Nichts wurde geändert.',
  'system-unsupported': 'Dienste dieses Betriebssystems werden nicht unterstützt[ ({about})].',
  'administrator-needed': 'Dafür sind Administratorrechte nötig. Nichts wurde geändert.',
  'system-service-unknown': 'Es ist kein solcher Systemdienst eingerichtet[ ({about})].',
  'setting-malformed': 'Die Angabe[ „{about}“] ist ungültig. Als „Name=Wert“ schreiben.',
  'recipe-unreadable':
    'Das Rezept[ „{about}“] lässt sich nicht lesen. Kein Foto ist verloren; ein anderes Rezept oder eine andere Datei wählen.',
  'recipe-damaged':
    'Das Rezept dieses Ordners[ ({about})] ist beschädigt. Kein Foto ist verloren; ein anderes Rezept wählen.',
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
  'path-not-chosen':
    'Diese Datei oder dieser Ordner[ ({about})] wurde nicht in diesem Fenster ausgewählt und wird nicht geöffnet. Im Dialog auswählen oder hierher ziehen.',
  'path-out-of-reach':
    'Dieser Ordner[ ({about})] lässt sich im Browser nicht öffnen. Einen Ordner im persönlichen Ordner oder auf einem Laufwerk wählen, keinen versteckten.',

  'policy-invalid':
    'Die Richtlinie dieses Computers ist nicht verwendbar[ ({about})]. Darkslide tut nichts, bis der Administrator sie berichtigt hat.',
  'policy-unsafe':
    'Andere als der Administrator können hier schreiben[: {about}]. Deshalb gilt die Richtlinie dieses Computers nicht, und Darkslide tut nichts, bis nur root dort schreiben darf.',
  managed:
    'Das hat der Administrator dieses Computers festgelegt[ ({about})]. Nichts wurde geändert.',
  'managed-service':
    'Der Administrator hat den Dienst festgelegt[ ({about})]. Hier lässt sich nur der API-Schlüssel eingeben.',
  'managed-limit':
    'Der Administrator dieses Computers erlaubt höchstens[ {about}]. Nichts wurde geändert; weniger angeben.',
  'settings-file-invalid':
    'Diese Datei mit Einstellungen ist nicht verwendbar[ ({about})]: Sie ist beschädigt, von einem neueren Darkslide oder etwas anderes. Nichts wurde geändert.',
  'setting-not-taken': 'Das lässt sich auf diesem Computer nicht verwenden[: {about}].',
  'setting-not-imported':
    'Eine Einstellungsdatei ändert das nie. Bei Bedarf selbst in den Einstellungen ändern.',
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
  'folder-in-data':
    'Der überwachte Ordner[ „{about}“] überschneidet sich mit einem Datenordner von Darkslide; Darkslide würde seine eigenen Dateien verarbeiten und bezahlen. Einen Ordner außerhalb des Datenordners wählen.',
  'folder-unreachable':
    'Der Ordner[ „{about}“] ist zurzeit nicht erreichbar. Nichts ist verloren; sobald er wieder da ist, geht es von selbst weiter.',
  'folder-unknown':
    'Diesen überwachten Ordner gibt es nicht mehr; vielleicht wurde er in einem anderen Fenster entfernt. Seine Fotos, Aufträge und Ergebnisse bleiben.',
  'folder-other-volume':
    'Der Ordner[ „{about}“] liegt auf einem anderen Laufwerk, daher bleibt das Foto an seinem Ort.',
  'file-missing':
    'Die Datei[ „{about}“] ist nicht mehr an ihrem Ort. Gekauftes ist nicht verloren; die Datei zurücklegen und erneut versuchen.',
  'result-not-ready': 'Dieses Ergebnis[ „{about}“] ist noch nicht fertig.',
  'result-gone':
    'Das Ergebnis[ „{about}“] liegt nicht mehr dort, wohin es geliefert wurde. Gekauftes ist nicht verloren.',
  'result-unknown': 'Dieses Ergebnis gibt es nicht mehr.',
  'picture-gone': 'Dieses Bild[ „{about}“] liegt nicht mehr auf diesem Computer.',
  'picture-unknown': 'Dieses Bild gibt es nicht.',
  'picture-changed': 'Die Datei[ „{about}“] wurde inzwischen geändert.',
  'picture-unavailable': 'Dieses Bild lässt sich zurzeit nicht herunterladen.',
  'preview-unreadable':
    'Die Vorschau[ von „{about}“] lässt sich nicht lesen. Das Foto ist unberührt; es erneut öffnen.',
  'file-unreadable':
    'Die Datei[ „{about}“] lässt sich nicht lesen. Prüfen, ob das Laufwerk verbunden ist, die Datei gelesen werden darf und kein anderes Programm sie sperrt.',
  'file-not-regular':
    'Das ist keine normale Datei[: „{about}“]. Sie wurde nicht geöffnet; eine Datei wählen.',
  'file-too-large':
    'Die Datei[ „{about}“] ist zu groß. Sie wurde nicht gelesen; eine kleinere wählen.',
  'facts-unreadable':
    'Die Aufnahmedaten[ von „{about}“] lassen sich nicht lesen. Das Foto selbst lässt sich bearbeiten.',
  'file-name-unreadable':
    'Der Dateiname[ „{about}“] enthält unlesbare Zeichen. Die Datei umbenennen, dann wird sie verarbeitet.',
  'file-incomplete':
    'Die Datei[ „{about}“] ist leer oder unvollständig. Noch einmal von der Quelle kopieren.',
  'file-empty': 'Die Datei[ „{about}“] ist leer. Sie wird verarbeitet, sobald der Rest da ist.',
  'file-partial':
    'Das Ende der Datei[ „{about}“] fehlt noch. Sie wird verarbeitet, sobald der Rest da ist.',
  'file-changed':
    'Die Datei[ „{about}“] wurde geändert; was vorher gelesen wurde, gilt nicht mehr. Der neue Inhalt zählt als neues Foto.',
  'recipe-file-unreadable':
    'Eine Datei, die das Rezept nennt, lässt sich nicht lesen; das Foto[ „{about}“] wurde nicht aufgenommen. Die Datei zurücklegen oder im Rezept eine andere wählen.',
  'recipe-file-changed':
    'Eine Datei des Rezepts[, {about},] wurde geändert, nachdem das Foto aufgenommen war; nichts wurde gesendet. Die ursprüngliche Datei zurücklegen und erneut versuchen, oder das Foto noch einmal hinzufügen.',
  'file-changing':
    'Die Datei[ „{about}“] änderte sich beim Lesen. Erneut versuchen, wenn das schreibende Programm fertig ist.',
  'photo-replaced':
    'An dieser Stelle liegt jetzt ein anderes Foto[: „{about}“]. Nichts wurde gesendet; die Datei in der Retusche neu hinzufügen.',
  'inputs-changed':
    'Die Maske oder ein weiteres Bild[ von „{about}“] wurde geändert. Nichts wurde gesendet; in der Retusche neu ausführen.',
  'ticket-invalid':
    'Das Ticket zum Foto[ ({about})] ist nicht verwendbar; solange wird für dieses Foto nichts gekauft. Das Ticket berichtigen oder wegnehmen, wenn es nicht für Darkslide ist.',
  'ticket-late':
    'Das Ticket[ ({about})] kam oder änderte sich, nachdem das Foto aufgenommen war; es bewirkt nichts und kauft nichts. Foto und Ticket erneut in den Ordner legen, um danach zu arbeiten.',

  'photo-address-refused':
    'Die Adresse des Fotos[ „{about}“] liegt im eigenen Netzwerk oder ist nicht verschlüsselt; Darkslide hat sie nicht geöffnet. Das Foto selbst herunterladen und als Datei hinzufügen.',
  'photo-download-failed':
    'Das Foto[ „{about}“] ließ sich nicht herunterladen; es wurde nichts hinzugefügt. Die Adresse prüfen und erneut versuchen.',
  'photo-download-offline':
    'Das Foto[ „{about}“] wurde nicht heruntergeladen, weil Darkslide auf offline gestellt ist. In den Netzwerkeinstellungen online gehen und es erneut hinzufügen.',
  'photo-not-an-image':
    'Die Datei[ „{about}“] ist kein Foto, das Darkslide lesen kann. Als JPEG, PNG oder TIFF exportieren.',
  'photo-refused-format':
    'Eine Datei wie[ „{about}“] diese wird nicht genommen. Als JPEG, PNG oder TIFF in RGB ohne zusätzliche Kanäle exportieren.',
  'photo-channels':
    'Das Foto[ „{about}“] hat zusätzliche Kanäle. Als RGB ohne zusätzliche Kanäle sichern.',
  'photo-raw-only':
    'Diese RAW-Datei[ „{about}“] enthält keine Vorschau. Entwickeln und das JPEG oder TIFF verwenden.',
  'photo-damaged':
    'Das Foto[ „{about}“] ist beschädigt oder unvollständig. Noch einmal von der Karte kopieren oder neu exportieren.',
  'photo-raw-damaged':
    'Die Vorschau in dieser RAW-Datei[ „{about}“] lässt sich nicht lesen. Entwickeln und das JPEG oder TIFF verwenden.',
  'photo-too-small':
    'Das Foto ist für den Dienst zu klein[: {about}]. Ein größeres verwenden; Darkslide vergrößert Fotos nicht.',
  'photo-too-long':
    'Das Foto ist zu lang[: {about}]. Die lange Seite muss kürzer sein als zweimal die kurze; beschneiden oder im Rezept einen Rand für zu lange Fotos wählen.',
  'photo-too-large': 'Das Foto[ „{about}“] ist zu groß. In einer kleineren Größe exportieren.',
  'upload-too-large':
    'Die Datei[ „{about}“] ist zu groß, um sie im Browser hinzuzufügen. In der Desktop-App öffnen oder in einen überwachten Ordner legen.',
  'photo-too-heavy':
    'Das Foto[ „{about}“] lässt sich nicht unter die Größe bringen, die der Dienst annimmt. Kleiner exportieren.',
  'template-gone':
    'Die Liste des Dienstes enthält[ „{about}“] diesen Eintrag nicht mehr. Etwas anderes wählen; nichts wurde gesendet.',
  'template-not-ready':
    'Der Eintrag[ „{about}“] ist noch nicht bereit oder seine Vorbereitung schlug fehl. Etwas anderes wählen; nichts wurde gesendet.',
  'template-failed':
    'Der Dienst konnte[ „{about}“] nicht vorbereiten. Etwas anderes wählen; nichts wurde gesendet.',
  'photo-misfit':
    'Die Einstellung[ „{field}“] passt nicht zur Größe des Fotos[ ({about})]. Nichts wurde gesendet; die Einstellung oder das Foto ändern.',
  'photo-frame-shift':
    'Das Foto[ ({about})] musste für den Dienst verkleinert werden und läge im Rahmen anders. Nichts wurde gesendet; kleiner exportieren oder zentrieren.',
  'photo-timeout':
    'Das Foto[ „{about}“] zu lesen dauerte zu lange und wurde aufgegeben. Öffnen, neu sichern und erneut versuchen.',
  'image-process-crashed':
    'Die Bildverarbeitung brach bei diesem Foto[, „{about}“,] unerwartet ab. Sonst ist nichts verloren; erneut versuchen oder das Foto vorher neu sichern.',
  'photo-unknown':
    'Dieses Foto[ ({about})] liegt nicht mehr auf dem Filmstreifen; vielleicht wurde es in einem anderen Fenster entfernt. Was daraus entstand, bleibt.',
  'own-unknown':
    'Dieses Modell oder diese Szene gibt es im Konto nicht; vielleicht wurde es gelöscht. Nichts wurde geändert.',
  'own-creation-unknown':
    'Es gibt kein solches unfertiges Modell und keine solche Szene[ ({about})].',
  'own-photos':
    'Die Zahl der Fotos passt nicht[ ({about})]. Ein Modell braucht 1 bis 4 Fotos, eine Szene genau eines; nichts wurde gesendet.',
  'own-photos-twice':
    'Zwei der Fotos haben denselben Inhalt[ ({about})]. Eines weglassen; nichts wurde gesendet.',
  'own-photo-changed':
    'Das Foto[ „{about}“] wurde geändert, nachdem es gewählt war. Nichts wurde gesendet; es neu wählen.',
  'copy-gone':
    'Die Kopie eines Fotos fehlt im Datenordner[ ({about})]. Nichts wurde gesendet; die Fotos neu wählen.',
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
  'own-uses-changed':
    'Die Verwendung[ von „{about}“] hat sich seit der Nachfrage geändert. Nichts wurde gelöscht; noch einmal prüfen.',
  'own-still-in-account':
    'Das Modell oder die Szene[ „{about}“] ist noch im Konto. Dort löschen; die Karte verschwindet dann mit.',
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
  'mask-by-address':
    'Diese Maske ist nur als Adresse bekannt, daher sind ihre Größe und ihr Inhalt hier unbekannt.',
  'mask-file-foreign':
    'Die Datei[ „{about}“] ist keine Maske von Darkslide. Ein Maskenbild oder eine hier gezeichnete Maske wählen.',
  'mask-unreadable':
    'Das Maskenbild[ „{about}“] lässt sich nicht lesen. Als PNG neu sichern oder ein anderes wählen.',
  'mask-empty': 'Die Maske[ „{about}“] schützt nichts. Weiß malen, was bleiben soll.',
  'mask-full': 'Die Maske[ „{about}“] schützt das ganze Bild. Aussparen, was sich ändern darf.',
  'mask-unknown':
    'Diese Maske gibt es nicht mehr; vielleicht wurde sie in einem anderen Fenster entfernt.',
  'mask-twice': 'Die Maske ist doppelt angegeben[ ({about})]. Nur eine Angabe behalten.',
  'mask-not-taken':
    'Dieser Agent[ ({about})] verwendet keine Maske. Die Maske entfernen oder einen anderen Agenten wählen.',
  'mask-changed':
    'Diese Maske wurde in einem anderen Fenster geändert; diese Änderung ist nicht gesichert. Die Maske neu öffnen und auf dem neuesten Stand weitermachen.',
  'mask-out-of-step':
    'Diese Änderung passt nicht zum gesicherten Stand der Maske. Die Maske neu öffnen.',
  'mask-too-large':
    'Die Maske enthält zu viel; diese Änderung ist nicht gesichert. Einige Schritte rückgängig machen oder eine neue Maske beginnen.',
  'mask-size':
    'Maske und Foto sind nicht gleich groß[ ({about})]. Die Maske in der Größe des aufrecht gedrehten Fotos sichern.',
  'mask-shape':
    'Die Maske hat ein anderes Seitenverhältnis als das Foto[ ({about})]. Nichts wurde gesendet; für dieses Foto eine Maske zeichnen.',

  ...problemsOfWork,
};
