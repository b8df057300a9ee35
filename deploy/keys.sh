#!/bin/sh
# Makes an authority of this installation's own and a certificate for each that answers within it, below one folder:
#   sh deploy/keys.sh FOLDER
# FOLDER/authority has the key that signs: keep it from everybody. FOLDER/trust has what its callers must know, and
# FOLDER/app and FOLDER/database the certificate and key of the processes and of PostgreSQL. What is there stays until it
# ends within 60 days; restart whoever reads it then. Other names of your machines: NAMES_APP, NAMES_DATABASE.
set -eu
umask 077
cd "$1"
mkdir -p authority trust app database
names_app=${NAMES_APP:-app-1,app-2}
names_database=${NAMES_DATABASE:-database}

lives() { [ -s "$1" ] && openssl x509 -in "$1" -noout -checkend 5184000 >/dev/null; }
key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1" 2>/dev/null; }

if ! lives authority/authority.pem; then
    rm -f app/server.pem database/server.pem
    key authority/authority.key
    openssl req -x509 -new -key authority/authority.key -subj "/CN=Acebay's own authority" -days 3650 \
        -addext basicConstraints=critical,CA:TRUE,pathlen:0 -addext keyUsage=critical,keyCertSign \
        -out authority/authority.pem
fi
cp authority/authority.pem trust/authority.pem
chmod 755 trust
chmod 644 trust/authority.pem

# certificate FOLDER NAMES OWNER
certificate() {
    if ! lives "$1/server.pem"; then
        key "$1/new.key"
        alternatives=DNS:localhost,IP:127.0.0.1
        for name in $(echo "$2" | tr , ' '); do
            case $name in
                *[!0-9.]*) alternatives="$alternatives,DNS:$name" ;;
                *) alternatives="$alternatives,IP:$name" ;;
            esac
        done
        printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n' "$alternatives" >"$1/new.names"
        openssl req -new -key "$1/new.key" -subj "/CN=$1" -out "$1/new.csr"
        openssl x509 -req -in "$1/new.csr" -CA authority/authority.pem -CAkey authority/authority.key \
            -set_serial "0x$(openssl rand -hex 16)" -days 825 -extfile "$1/new.names" -out "$1/new.pem" 2>/dev/null
        mv "$1/new.key" "$1/server.key"
        mv "$1/new.pem" "$1/server.pem"
        rm "$1/new.csr" "$1/new.names"
        echo "$1 has a new certificate, for $alternatives"
    fi
    if [ "$(id -u)" = 0 ]; then chown -R "$3" "$1"; fi
}
# The users of the two images: node and postgres.
certificate app "$names_app" 1000:1000
certificate database "$names_database" 999:999
