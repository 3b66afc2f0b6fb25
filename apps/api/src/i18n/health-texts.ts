import { type Translated } from './language.js';

/** What services say of what they stand on, and what to do about it, by its English template. */
export const HEALTH_TEXTS: Readonly<Record<string, Translated>> = {
  'connected': { sv: 'ansluten', ko: '연결됨', de: 'verbunden' },
  'connected, can write': { sv: 'ansluten, kan skriva', ko: '연결됨, 쓸 수 있음', de: 'verbunden, kann schreiben' },
  '{{kind}} storage can be written': {
    sv: 'lagringen ({{kind}}) går att skriva till',
    ko: '저장소({{kind}})에 쓸 수 있습니다',
    de: 'in den Speicher ({{kind}}) kann geschrieben werden',
  },
  '{{n}} GB free': { sv: '{{n}} GB lediga', ko: '{{n}}GB 남음', de: '{{n}} GB frei' },
  'not known for this storage': {
    sv: 'okänt för denna lagring',
    ko: '이 저장소에서는 알 수 없습니다',
    de: 'für diesen Speicher nicht bekannt',
  },
  'only {{n}} GB are free for recordings': {
    sv: 'bara {{n}} GB är lediga för inspelningar',
    ko: '녹화에 쓸 공간이 {{n}}GB뿐입니다',
    de: 'nur {{n}} GB sind für Aufnahmen frei',
  },
  'this api leads': { sv: 'detta API leder', ko: '이 API가 주도합니다', de: 'dieses API führt' },
  '{{name}} leads': { sv: '{{name}} leder', ko: '{{name}}이(가) 주도합니다', de: '{{name}} führt' },
  'no api leads, so no stream is noticed': {
    sv: 'inget API leder, så inga sändningar upptäcks',
    ko: '주도하는 API가 없어 방송을 감지하지 못합니다',
    de: 'kein API führt, darum wird kein Stream bemerkt',
  },
  'the leading api {{name}} has not been heard of for {{s}} s': {
    sv: 'det ledande API:t {{name}} har inte hörts av på {{s}} s',
    ko: '주도하던 API {{name}}에서 {{s}}초 동안 소식이 없습니다',
    de: 'das führende API {{name}} hat seit {{s}} s nichts von sich hören lassen',
  },
  'Another api takes over within 10 s. If none does, see the logs of all apis, and whether they reach PostgreSQL.': {
    sv: 'Ett annat API tar över inom 10 s. Om inget gör det, se alla API:ers loggar och om de når PostgreSQL.',
    ko: '다른 API가 10초 안에 넘겨받습니다. 그렇지 않으면 모든 API의 로그와 PostgreSQL 연결을 확인하십시오.',
    de: 'Ein anderes API übernimmt binnen 10 s. Wenn nicht, sehen Sie in die Logs aller APIs und ob sie PostgreSQL erreichen.',
  },
  'runs': { sv: 'körs', ko: '실행 중', de: 'läuft' },
  'has not run for {{s}} s': {
    sv: 'har inte körts på {{s}} s',
    ko: '{{s}}초 동안 실행되지 않았습니다',
    de: 'ist seit {{s}} s nicht gelaufen',
  },
  'See the check "leader" and the log of the api that leads; restart that api if nothing is wrong with them.': {
    sv: 'Se kontrollen ”leader” och loggen för det API som leder; starta om det om inget fel syns.',
    ko: '"leader" 검사와 주도하는 API의 로그를 확인하고, 이상이 없으면 그 API를 다시 시작하십시오.',
    de: 'Sehen Sie auf die Prüfung „leader“ und in das Log des führenden API; starten Sie es neu, wenn beide nichts zeigen.',
  },
  '{{used}} of {{all}} slots used': {
    sv: '{{used}} av {{all}} platser används',
    ko: '자리 {{all}}개 중 {{used}}개 사용 중',
    de: '{{used}} von {{all}} Plätzen belegt',
  },
  '{{n}} MB wait for storage': {
    sv: '{{n}} MB väntar på lagringen',
    ko: '{{n}}MB가 저장소를 기다립니다',
    de: '{{n}} MB warten auf den Speicher',
  },
  'no answer within {{n}} ms': {
    sv: 'inget svar inom {{n}} ms',
    ko: '{{n}}ms 안에 응답이 없습니다',
    de: 'keine Antwort binnen {{n}} ms',
  },
  'has not been heard of for {{n}} s': {
    sv: 'har inte hörts av på {{n}} s',
    ko: '{{n}}초 동안 소식이 없습니다',
    de: 'hat seit {{n}} s nichts von sich hören lassen',
  },
  'no {{service}} is running': {
    sv: 'ingen {{service}} körs',
    ko: '실행 중인 {{service}}이(가) 없습니다',
    de: 'es läuft kein {{service}}',
  },
  'See its log; on one machine the supervisor restarts it by itself.': {
    sv: 'Se dess logg; på en enda maskin startar övervakaren om den av sig själv.',
    ko: '로그를 보십시오. 한 대에서 실행할 때는 감독 프로세스가 스스로 다시 시작합니다.',
    de: 'Sehen Sie in sein Log; auf einem einzelnen Rechner startet ihn der Supervisor von selbst neu.',
  },
  'Start a {{service}}; on one machine `npm start` runs one.': {
    sv: 'Starta en {{service}}; på en enda maskin kör `npm start` en.',
    ko: '{{service}}을(를) 시작하십시오. 한 대에서는 `npm start`가 실행합니다.',
    de: 'Starten Sie einen {{service}}; auf einem einzelnen Rechner startet ihn `npm start`.',
  },
  'See whether nats-server runs and its disk has space; after a full disk it must be restarted.': {
    sv: 'Se efter att nats-server körs och att dess disk har plats; efter en full disk måste den startas om.',
    ko: 'nats-server가 실행 중인지, 디스크에 공간이 있는지 확인하십시오. 디스크가 가득 찼었다면 다시 시작해야 합니다.',
    de: 'Sehen Sie nach, ob nats-server läuft und seine Platte Platz hat; nach einer vollen Platte muss er neu gestartet werden.',
  },
  'See whether the storage is mounted or reachable, has space, and lets Vodkeep write.': {
    sv: 'Se efter att lagringen är monterad eller nåbar, har plats och låter Vodkeep skriva.',
    ko: '저장소가 마운트되었거나 접근 가능한지, 공간이 있는지, Vodkeep이 쓸 수 있는지 확인하십시오.',
    de: 'Sehen Sie nach, ob der Speicher eingehängt oder erreichbar ist, Platz hat und Vodkeep schreiben lässt.',
  },
  'See whether PostgreSQL runs and its disk has space; Vodkeep reconnects by itself.': {
    sv: 'Se efter att PostgreSQL körs och att dess disk har plats; Vodkeep ansluter igen av sig själv.',
    ko: 'PostgreSQL이 실행 중인지, 디스크에 공간이 있는지 확인하십시오. Vodkeep은 스스로 다시 연결합니다.',
    de: 'Sehen Sie nach, ob PostgreSQL läuft und seine Platte Platz hat; Vodkeep verbindet sich von selbst wieder.',
  },
  'Delete VODs, shorten how long segments are kept, or give it more space.': {
    sv: 'Radera VOD:ar, korta tiden som segment sparas, eller ge den mer plats.',
    ko: 'VOD를 지우거나, 조각을 두는 기간을 줄이거나, 공간을 늘리십시오.',
    de: 'Löschen Sie VODs, verkürzen Sie, wie lange Segmente bleiben, oder geben Sie mehr Platz.',
  },
  'Install ffmpeg (Debian: apt-get install ffmpeg) and see that it is on the PATH of Vodkeep.': {
    sv: 'Installera ffmpeg (Debian: apt-get install ffmpeg) och se till att den finns i Vodkeeps PATH.',
    ko: 'ffmpeg를 설치하고(Debian: apt-get install ffmpeg) Vodkeep의 PATH에 있는지 확인하십시오.',
    de: 'Installieren Sie ffmpeg (Debian: apt-get install ffmpeg) und sorgen Sie dafür, dass es im PATH von Vodkeep liegt.',
  },
  'Storage {{where}}: {{remark}}': {
    sv: 'Lagringen {{where}}: {{remark}}',
    ko: '저장소 {{where}}: {{remark}}',
    de: 'Speicher {{where}}: {{remark}}',
  },
  'Object storage {{where}}: {{remark}}': {
    sv: 'Objektlagringen {{where}}: {{remark}}',
    ko: '객체 저장소 {{where}}: {{remark}}',
    de: 'Objektspeicher {{where}}: {{remark}}',
  },
  'the disk is full: free some space': {
    sv: 'disken är full: frigör plats',
    ko: '디스크가 가득 찼습니다. 공간을 비우십시오',
    de: 'die Platte ist voll: schaffen Sie Platz',
  },
  'the disk quota is used up: raise it or free some space': {
    sv: 'diskkvoten är slut: höj den eller frigör plats',
    ko: '디스크 할당량을 다 썼습니다. 늘리거나 공간을 비우십시오',
    de: 'das Kontingent der Platte ist aufgebraucht: erhöhen Sie es oder schaffen Sie Platz',
  },
  'this user may not write there: give it the folder (chown) or choose another one': {
    sv: 'användaren får inte skriva där: ge den mappen (chown) eller välj en annan',
    ko: '이 사용자는 쓸 수 없습니다. 폴더 소유권을 주거나(chown) 다른 폴더를 고르십시오',
    de: 'dieser Benutzer darf dort nicht schreiben: geben Sie ihm den Ordner (chown) oder wählen Sie einen anderen',
  },
  'the file system is mounted read-only: check the disk and mount it again': {
    sv: 'filsystemet är skrivskyddat: kontrollera disken och montera om den',
    ko: '파일 시스템이 읽기 전용입니다. 디스크를 확인하고 다시 마운트하십시오',
    de: 'das Dateisystem ist nur lesbar eingehängt: prüfen Sie die Platte und hängen Sie sie neu ein',
  },
  'the folder is not there: is the disk mounted?': {
    sv: 'mappen saknas: är disken monterad?',
    ko: '폴더가 없습니다. 디스크가 마운트되어 있습니까?',
    de: 'der Ordner fehlt: ist die Platte eingehängt?',
  },
  'the device is gone: is the disk connected?': {
    sv: 'enheten är borta: är disken ansluten?',
    ko: '장치가 없습니다. 디스크가 연결되어 있습니까?',
    de: 'das Gerät ist fort: ist die Platte angeschlossen?',
  },
  'the network share went away: mount it again': {
    sv: 'nätverksresursen försvann: montera den igen',
    ko: '네트워크 공유가 끊겼습니다. 다시 마운트하십시오',
    de: 'die Netzfreigabe ist fort: hängen Sie sie neu ein',
  },
  'the disk reports an error: look at its health': {
    sv: 'disken rapporterar ett fel: kontrollera dess hälsa',
    ko: '디스크 오류입니다. 디스크 상태를 확인하십시오',
    de: 'die Platte meldet einen Fehler: prüfen Sie ihren Zustand',
  },
  'too many open files: raise the limit (ulimit -n)': {
    sv: 'för många öppna filer: höj gränsen (ulimit -n)',
    ko: '열린 파일이 너무 많습니다. 한도를 늘리십시오(ulimit -n)',
    de: 'zu viele offene Dateien: erhöhen Sie die Grenze (ulimit -n)',
  },
  'the bucket does not exist: make it, or correct its name in the settings': {
    sv: 'bucketen finns inte: skapa den, eller rätta namnet i inställningarna',
    ko: '버킷이 없습니다. 만들거나 설정의 이름을 고치십시오',
    de: 'den Bucket gibt es nicht: legen Sie ihn an oder berichtigen Sie den Namen in den Einstellungen',
  },
  'access is denied: give this key read, write, list and delete on the bucket': {
    sv: 'åtkomst nekad: ge nyckeln läs-, skriv-, list- och raderingsrätt till bucketen',
    ko: '접근이 거부되었습니다. 이 키에 버킷 읽기·쓰기·목록·삭제 권한을 주십시오',
    de: 'der Zugriff wird verweigert: geben Sie dem Schlüssel Lesen, Schreiben, Auflisten und Löschen im Bucket',
  },
  'the access key is not known there: correct it in the settings': {
    sv: 'åtkomstnyckeln är okänd där: rätta den i inställningarna',
    ko: '알 수 없는 접근 키입니다. 설정에서 고치십시오',
    de: 'der Zugriffsschlüssel ist dort nicht bekannt: berichtigen Sie ihn in den Einstellungen',
  },
  'the secret key is wrong: correct it in the settings': {
    sv: 'den hemliga nyckeln är fel: rätta den i inställningarna',
    ko: '비밀 키가 틀렸습니다. 설정에서 고치십시오',
    de: 'der geheime Schlüssel ist falsch: berichtigen Sie ihn in den Einstellungen',
  },
  'the clocks differ: set the clock of this machine': {
    sv: 'klockorna skiljer sig: ställ denna maskins klocka',
    ko: '시각이 다릅니다. 이 서버의 시계를 맞추십시오',
    de: 'die Uhren weichen ab: stellen Sie die Uhr dieses Rechners',
  },
  'the bucket quota is used up: raise it or free some space': {
    sv: 'bucketens kvot är slut: höj den eller frigör plats',
    ko: '버킷 할당량을 다 썼습니다. 늘리거나 공간을 비우십시오',
    de: 'das Kontingent des Buckets ist aufgebraucht: erhöhen Sie es oder schaffen Sie Platz',
  },
  'its disks are full: free some space': {
    sv: 'dess diskar är fulla: frigör plats',
    ko: '디스크가 가득 찼습니다. 공간을 비우십시오',
    de: 'seine Platten sind voll: schaffen Sie Platz',
  },
  'it asks to slow down': { sv: 'den ber om lägre takt', ko: '속도를 줄여 달라고 합니다', de: 'er bittet um Geduld' },
  'bytes were changed on the way': {
    sv: 'byte ändrades på vägen',
    ko: '전송 중에 바이트가 바뀌었습니다',
    de: 'unterwegs wurden Bytes verändert',
  },
  'its name is not known to DNS: correct the endpoint': {
    sv: 'namnet är okänt i DNS: rätta adressen',
    ko: 'DNS에 없는 이름입니다. 엔드포인트를 고치십시오',
    de: 'das DNS kennt den Namen nicht: berichtigen Sie den Endpunkt',
  },
  'nothing answers there: is it running, is the endpoint right?': {
    sv: 'ingenting svarar där: körs den, är adressen rätt?',
    ko: '응답이 없습니다. 실행 중이고 엔드포인트가 맞습니까?',
    de: 'dort antwortet nichts: läuft er, stimmt der Endpunkt?',
  },
  'the connection broke off': { sv: 'anslutningen bröts', ko: '연결이 끊겼습니다', de: 'die Verbindung brach ab' },
  'there is no way to it: look at the network': {
    sv: 'det finns ingen väg dit: kontrollera nätverket',
    ko: '접근할 길이 없습니다. 네트워크를 확인하십시오',
    de: 'es führt kein Weg dorthin: prüfen Sie das Netz',
  },
  'it does not answer': { sv: 'den svarar inte', ko: '응답하지 않습니다', de: 'er antwortet nicht' },
  'Object storage does not answer.': {
    sv: 'Objektlagringen svarar inte.',
    ko: '객체 저장소가 응답하지 않습니다.',
    de: 'Der Objektspeicher antwortet nicht.',
  },
  'Object storage answers {{status}}.': {
    sv: 'Objektlagringen svarar {{status}}.',
    ko: '객체 저장소가 {{status}}(으)로 응답합니다.',
    de: 'Der Objektspeicher antwortet {{status}}.',
  },
  '{{where}} does not hold the file .vodkeep: is the disk mounted?': {
    sv: '{{where}} innehåller inte filen .vodkeep: är disken monterad?',
    ko: '{{where}}에 .vodkeep 파일이 없습니다. 디스크가 마운트되어 있습니까?',
    de: '{{where}} enthält die Datei .vodkeep nicht: ist die Platte eingehängt?',
  },
  'Storage gave back other bytes than were written: check the disk, and any cache or proxy in front of it.': {
    sv: 'Lagringen gav tillbaka andra byte än de skrivna: kontrollera disken, samt cache eller proxy framför den.',
    ko: '저장소가 쓴 것과 다른 바이트를 돌려주었습니다. 디스크와 앞단의 캐시나 프록시를 확인하십시오.',
    de: 'Der Speicher gab andere Bytes zurück als geschrieben: prüfen Sie die Platte sowie Cache oder Proxy davor.',
  },
};
